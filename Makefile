# Everything runs in virtual environments made here; a fresh machine needs Python 3.11 or newer and nothing else.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Other supported interpreters, where they are present: a smoke run of the suite on each.
OTHERS := $(foreach v,3.12 3.13,$(firstword $(shell command -v python$(v) >/dev/null 2>&1 && python$(v) -c 'import sys; print(sys.executable)' 2>/dev/null) $(wildcard $(HOME)/.pyenv/versions/$(v).*/bin/python$(v))))

.PHONY: demo test smoke lint types bench examples fuzz clean

demo: $(READY)
	$(BIN)/python examples/digits.py
	$(BIN)/autograph-convert examples/collatz.py

test: $(READY) smoke
	$(BIN)/python -m pytest

smoke:
	@for python in $(OTHERS); do \
	  if [ "$$($$python -c 'import sys; print(sys.version_info[:2])')" = "$$($(BIN)/python -c 'import sys; print(sys.version_info[:2])')" ]; then continue; fi; \
	  name=.venv-$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	  echo "smoke run on $$($$python --version)"; \
	  [ -e $$name/.ready ] || { rm -rf $$name && $$python -m venv $$name && $$name/bin/python -m pip install -q -e '.[test]' && touch $$name/.ready; } || exit 1; \
	  $$name/bin/python -m pytest -m smoke || exit 1; \
	done

lint: $(READY)
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

bench: $(READY)
	for script in benchmarks/*.py; do $(BIN)/python $$script || exit 1; done

examples: $(READY)
	for script in examples/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

SECONDS ?= 60
fuzz: $(READY)
	$(BIN)/python -m tests.autograph.fuzz --seconds $(SECONDS)

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -e '.[dev,test,examples,jax]'
	touch $@

clean:
	rm -rf .venv .venv-* build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
