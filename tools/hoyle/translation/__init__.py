"""Messages, catalogues and localized pages."""
