"""What a language brings: terms, numbers, sentences, and telling languages apart."""
