# Two commands do everything, each with its own set-up: `make run` and `make test`. Nothing outside .venv is touched.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: run test quick check bench clean

run: .venv/.run                 ## the main job on the example: ingest, evaluate, report
	@$(BIN)/headworks run

test: .venv/.test               ## every test, also the slow ones
	@$(BIN)/python -m pytest -n auto --dist loadgroup

quick: .venv/.test              ## the tests that need no browser and no fresh environment
	@$(BIN)/python -m pytest -n auto --dist loadgroup -m "not slow"

check: .venv/.test              ## style, types, layers
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: .venv/.test              ## speed, as ratios measured in one run
	@$(BIN)/python benchmarks/judging.py
	@$(BIN)/python benchmarks/start.py

clean:                          ## what `make run` made; the example files stay
	rm -rf data/accepted data/refused data/history.duckdb* reports/weekly-* reports/stages reports/tables

.venv/.pip: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "headworks needs Python 3.11 or newer")'
	@$(PYTHON) -m venv .venv
	@$(PIP) install --upgrade pip --constraint constraints.txt
	@touch $@

.venv/.run: .venv/.pip pyproject.toml
	@echo "setting up .venv (once, about a minute)" >&2
	@$(PIP) install --editable . --constraint constraints.txt
	@touch $@

.venv/.test: .venv/.run
	@echo "setting up the tests (once, about a minute)" >&2
	@$(PIP) install --editable '.[pipeline,notebook]' --group dev --constraint constraints.txt
	@touch $@

.PHONY: duckdb-oldest
duckdb-oldest: .venv/.test      ## the rules on the oldest DuckDB we promise
	@$(PIP) install --upgrade --target build/duckdb-oldest 'duckdb==1.5.5' pytz
	@PYTHONPATH=build/duckdb-oldest $(BIN)/python -m pytest -q tests/rules tests/example
