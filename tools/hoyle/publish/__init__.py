"""The Sphinx extension: DocBook pages as a help site."""
