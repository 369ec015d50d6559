"""From words to clauses: subordinate spans, noun phrases, and what each does.

The same code reads every language; what differs is in the bank's `[grammar]`: whether a
span begins or ends with its marker, on which side of its noun a number, an attribute or a
genitive stands. `parse` is where it begins; each step has a module.
"""
