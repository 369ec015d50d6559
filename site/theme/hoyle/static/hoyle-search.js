/* What Sphinx's searchtools.js expects of its own doctools.js. That one makes code of a
   string, which a strict Content-Security-Policy forbids; and its shortcut keys get in the
   way of people who speak to their computer. */
"use strict";

const SPHINX_HIGHLIGHT_ENABLED = false;

const _ready = (callback) => {
  if (document.readyState !== "loading") callback();
  else document.addEventListener("DOMContentLoaded", callback);
};

const Documentation = {
  words: JSON.parse(document.querySelector("form[data-words]")?.dataset.words || "{}"),
  plural: new Intl.PluralRules(document.documentElement.lang || "en"),
  gettext: (text) => {
    const said = Documentation.words[text];
    return typeof said === "string" ? said : Array.isArray(said) ? said[0] : text;
  },
  ngettext: (one, more, number) => {
    const isOne = Documentation.plural.select(number) === "one";
    const said = Documentation.words[one];
    return Array.isArray(said) ? said[isOne ? 0 : 1] : isOne ? one : more;
  },
};

const _ = Documentation.gettext;

/* The games come first, then their words; the guide and the reference are for fewer readers. The other numbers are
   Sphinx's own: who gives a Scorer gives them all. */
var Scorer = { // searchtools.js declares it again, which only `var` allows
  score: ([page, , , , score]) => score + (page.startsWith("games/") ? 60 : /^(guide|api)\//.test(page) ? -60 : 0),
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};

/* A page opened as a file may not fetch its neighbours: no summaries there. */
if (window.location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
