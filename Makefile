# `make` and `make test` do everything that a newcomer needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: all check site test test-long test-times test-all lint bench messages wheel clean

all: check site

$(READY): pyproject.toml
	@echo "Setting up $(VENV) with $$($(PYTHON) --version); the first time takes a minute"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Hoyle needs Python 3.11 or later: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { echo "Python cannot make environments: install its venv module (python3-venv)" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

check: $(READY)
	@echo "Checking the help pages against the games"
	@$(BIN)/hoyle check
	@$(BIN)/hoyle check locale

site: $(READY)
	@$(BIN)/hoyle build

test: $(READY)
	@echo "Running the tests"
	@$(BIN)/pytest --numprocesses 2 --dist loadfile

test-long: $(READY)
	@echo "Running the tests that take minutes"
	@$(BIN)/pytest --numprocesses 2 -m 'long and not timing'

test-times: $(READY)
	@echo "Comparing times; nothing else should run"
	@$(BIN)/pytest -m timing

test-all: test test-long test-times

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(READY)
	@$(BIN)/python -m hoyle_engine.bench

# The words of the command line, in the order of the sources, and the paragraphs of the guide, as Sphinx finds
# them. (The words of the site's frame stand in site.po, and a test tells which are missing there.)
messages: $(READY)
	@mkdir -p build
	@$(BIN)/pybabel --quiet extract --no-location --project=Hoyle --output=build/hoyle.pot \
	  --keywords=later --keywords=later_number:1,2 --keywords=say --keywords=say_number:1,2 \
	  tools/hoyle/messages.py $$(grep -rl --include='*.py' 'from hoyle.messages import' tools/hoyle | LC_ALL=C sort)
	@$(BIN)/sphinx-build -q -E -b gettext -c site -D root_doc=guide/index \
	  -D exclude_patterns=conf.py,theme,api,index.rst -D gettext_location=0 site build
	@for lang in fr eu; do for domain in hoyle guide; do \
	  $(BIN)/pybabel --quiet update --domain=$$domain --no-fuzzy-matching --ignore-obsolete \
	  --ignore-pot-creation-date --input-file=build/$$domain.pot --output-dir=locale --locale=$$lang; done; done

wheel: $(READY)
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

clean:
	rm -rf build dist
