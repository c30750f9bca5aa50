# Everything runs in virtual environments made here; a fresh machine needs Python 3.11 or newer and nothing else.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
INSTALL := -m pip install --quiet --disable-pip-version-check
# setuptools warns of every editable install.
QUIETLY := PYTHONWARNINGS=ignore

# Other supported interpreters, where they are present: a smoke run of the suite on each.
OTHERS := $(foreach v,3.12 3.13,$(firstword $(shell command -v python$(v) >/dev/null 2>&1 && python$(v) -c 'import sys; print(sys.executable)' 2>/dev/null) $(wildcard $(HOME)/.pyenv/versions/$(v).*/bin/python$(v))))

# The part of the suite that runs on those: conversion is what differs from one Python to the next. Of the programs that
# are staged, each has a third.
SMOKE := tests/autograph tests/runtime/test_staging.py tests/runtime/test_control_flow.py
NOT_SMOKE := tests/autograph/test_size.py tests/autograph/test_generated_programs.py tests/autograph/source/test_printer_round_trips.py

.PHONY: demo test smoke portable lint types bench examples fuzz clean

demo: $(READY)
	$(BIN)/python examples/digits.py
	$(BIN)/autograph-convert examples/collatz.py
	$(BIN)/python examples/convert_stdlib.py

test: $(READY)
	@others=0; $(MAKE) --no-print-directory smoke || others=1; \
	echo "the whole suite on $$($(BIN)/python --version):"; $(BIN)/python -m pytest && exit $$others

smoke: $(READY)
	@status=0; part=0; for python in $(OTHERS); do \
	  part=$$(($$part + 1)); \
	  version=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	  [ $$version != $$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])') ] || continue; \
	  echo "a part of the suite on Python $$version:"; \
	  [ $(VENV)-$$version/.ready -nt pyproject.toml ] || { \
	    rm -rf $(VENV)-$$version && $$python -m venv $(VENV)-$$version && \
	    $(QUIETLY) $(VENV)-$$version/bin/python $(INSTALL) -e '.[test]' && touch $(VENV)-$$version/.ready; } || exit 1; \
	  AUTOGRAPH_PROGRAMS=$$part/3 $(VENV)-$$version/bin/python -m pytest $(SMOKE) $(NOT_SMOKE:%=--ignore=%) || status=1; \
	done; exit $$status

# What is expected of numbers may not hang on the processor: here numpy and OpenBLAS do without what newer ones have.
portable: $(READY)
	NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4 AVX512_ICL AVX512_SPR" OPENBLAS_CORETYPE=Nehalem OPENBLAS_NUM_THREADS=1 \
	  $(BIN)/python -m pytest tests/runtime runtime

lint: $(READY)
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

bench: $(READY)
	$(QUIETLY) $(BIN)/python $(INSTALL) -e '.[bench]'
	for name in imports functions conversion training graph_size rows; do $(BIN)/python benchmarks/$$name.py || exit 1; done

examples: $(READY)
	for script in examples/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

SECONDS ?= 60
fuzz: $(READY)
	$(BIN)/python -m tests.autograph.fuzz --seconds $(SECONDS)

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(INSTALL) --upgrade pip
	$(QUIETLY) $(BIN)/python $(INSTALL) -e '.[dev,test,examples,jax,tensorboard]'
	touch $@

clean:
	rm -rf $(VENV) $(VENV)-* build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
