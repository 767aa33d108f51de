# Every target makes the environment it needs; nothing outside this directory is touched.
# Environments are redone only when what they are made of changes, so that a second call is quick.

PYTHON ?= python3
VENV   ?= .venv
LOWEST ?= .venv-lowest
# Processes that run tests side by side; 0 runs them in one.
WORKERS ?= auto
# Measure which lines the tests reach, which takes them twice the time; `COVERAGE=` leaves it out.
COVERAGE ?= --cov

# Tests of one file stay in one process, which makes what they share once.
PYTEST  = -m pytest --numprocesses=$(WORKERS) --dist=loadfile

BIN    := $(VENV)/bin
PIP     = -m pip --disable-pip-version-check --quiet
EXTRAS := plot,polars,xlsx,arrow
# Tests to run; all of them if none are named.
TESTS  ?=
# What an installed package is made of: when one of these changes, it is installed again.
PARTS  := pyproject.toml setup.py src/costcurves/_ground/_kernel.c
DOORS  := */costcurves/api.py,*/costcurves/io/*,*/costcurves/cli/*
SAMPLE := src/costcurves/examples/data/personal_loans.csv

.DEFAULT_GOAL := help
.PHONY: help report test browser lint format types docs lowest wheel sanitize bench mutations changelog clean

# The C extension is optional; but where it can be built, no test of it is skipped.
CAN_BUILD := import os, shutil, sysconfig as s; \
    compiler = shutil.which(os.environ.get("CC") or (s.get_config_var("CC") or "cc").split()[0]); \
    print("require" if compiler and os.path.exists(os.path.join(s.get_path("include"), "Python.h")) else "")
ifndef COSTCURVES_BUILD_KERNEL
  COSTCURVES_BUILD_KERNEL := $(shell $(PYTHON) -c '$(CAN_BUILD)' 2> /dev/null)
endif
export COSTCURVES_BUILD_KERNEL

help: ## show this list
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

report: $(VENV)/.package ## install the package and report on the shipped example: report.html
	$(BIN)/costcurves report $(SAMPLE) --label label --prevalence 0.096 --cost-fp 1 --cost-fn 20 -o report.html
	@echo 'The program is $(BIN)/costcurves; $(BIN)/costcurves --help shows what it can do.'

# The tests use every core as it is; threads within one of them would only wait for each other.
test lowest browser docs: export OPENBLAS_NUM_THREADS = 1

test: $(VENV)/.dev ## run all tests and doctests, with coverage of the package, its command line and its readers
	$(BIN)/python $(PYTEST) $(COVERAGE) $(TESTS)
ifneq ($(COVERAGE),)
	$(BIN)/python -m coverage report --include='$(DOORS)' --fail-under=85
endif

browser: $(VENV)/.browser ## open the report page in a real browser (brings Chromium where apt can)
	command -v chromium || { apt-get update -qq && apt-get install -y -qq chromium; }
	$(BIN)/python -m pytest -m browser tests/browser

lint: $(VENV)/.dev ## check style and layout of the code
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python .ci/mutations.py --places

format: $(VENV)/.dev ## put the code into the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/.dev ## check the types
	$(BIN)/mypy

docs: $(VENV)/.docs ## build the documentation, every warning an error: docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	$(BIN)/python .ci/offline.py docs/_build/html

lowest: export COSTCURVES_KERNEL = 0
lowest: $(LOWEST)/.stamp ## run the tests with the lowest versions that pyproject.toml promises, and without the C extension
	$(LOWEST)/bin/python $(PYTEST) -W default::DeprecationWarning -W default::FutureWarning $(TESTS)

wheel: $(VENV)/.dev ## build wheels with and without the C extension and the sdist, look into them, run what they install: dist/
	rm -rf dist build
	COSTCURVES_BUILD_KERNEL=no $(BIN)/python -m build --wheel --outdir dist
	COSTCURVES_BUILD_KERNEL=require $(BIN)/python -m build --outdir dist
	$(BIN)/python .ci/contents.py dist
	$(BIN)/abi3audit --strict --report dist/*-abi3-*.whl
	$(PYTHON) -m venv --clear dist/.venv
	for said in none-any:not.built abi3:extension.active; do \
	    dist/.venv/bin/python $(PIP) install --force-reinstall dist/*-$${said%:*}*.whl && (cd dist && \
	    .venv/bin/costcurves --version | grep $${said#*:} && .venv/bin/costcurves demo --quiet -o demo.html) || exit 1; \
	done
	rm -rf dist/.venv dist/demo.html

# In a tree of its own, so that nothing else meets what is built here.
sanitize: $(VENV)/.dev ## run the tests of the C extension under the sanitizers of gcc for addresses and undefined behaviour
	rm -rf build/sanitize && mkdir -p build/sanitize
	cp -r src setup.py pyproject.toml README.md LICENSE build/sanitize
	rm -f build/sanitize/src/costcurves/_ground/_kernel*.so
	CFLAGS='-g -fsanitize=address,undefined -fno-sanitize-recover=all' COSTCURVES_BUILD_KERNEL=require \
	    $(BIN)/python $(PIP) install --no-deps --target build/sanitize/installed ./build/sanitize
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=build/sanitize/installed \
	    COSTCURVES_BUILD_KERNEL=require $(BIN)/python -m pytest --numprocesses=0 tests/kernel

bench: $(VENV)/.bench ## run every benchmark beside its peer
	$(BIN)/python -m benchmarks

mutations: $(VENV)/.dev ## break the mathematics in forty places and see that the tests notice
	$(BIN)/python .ci/mutations.py

changelog: $(VENV)/.dev ## show what the fragments in changelog.d add to the next release
	$(BIN)/towncrier build --draft

clean: ## remove environments, caches and whatever was built
	rm -rf $(VENV) $(LOWEST) dist build src/costcurves.egg-info src/costcurves/_ground/_kernel*.so report.html htmlcov .coverage .coverage.* \
	    .mypy_cache .pytest_cache .ruff_cache .hypothesis docs/_build docs/api/generated docs/auto_gallery

# The stamps. `pip install --group` needs pip 25.1, which is newer than the one of many Pythons.
$(VENV)/.pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'costcurves needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ...' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) install --upgrade 'pip>=25.1'
	@touch $@

$(VENV)/.package: $(VENV)/.pip $(PARTS)
	$(BIN)/python $(PIP) install --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.pip $(PARTS)
	$(BIN)/python $(PIP) install --editable '.[$(EXTRAS)]' --group dev
	@touch $@ $(VENV)/.package

$(VENV)/.browser: $(VENV)/.pip $(PARTS)
	$(BIN)/python $(PIP) install --editable . --group browser
	@touch $@ $(VENV)/.package

$(VENV)/.docs: $(VENV)/.pip $(PARTS)
	$(BIN)/python $(PIP) install --editable . --group docs
	@touch $@ $(VENV)/.package

$(VENV)/.bench: $(VENV)/.pip $(PARTS)
	$(BIN)/python $(PIP) install --editable . --group bench
	@touch $@ $(VENV)/.package

$(LOWEST)/.stamp: $(PARTS) .ci/lowest.py
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python $(PIP) install --upgrade 'pip>=25.1'
	$(PYTHON) .ci/lowest.py > $(LOWEST)/constraints.txt
	$(LOWEST)/bin/python $(PIP) install --constraint $(LOWEST)/constraints.txt --editable '.[$(EXTRAS)]' --group test
	@touch $@
