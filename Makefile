# Two commands do everything: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help install run test lint types fix schemas bench eval unit clean

help: ## print what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(0 if (3, 11) <= v <= (3, 13) else f"membus needs Python 3.11 to 3.13, this is {v[0]}.{v[1]}: make PYTHON=python3.12 …")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing membus into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[services,local,llm,dev]'
	@touch $@

install: $(STAMP) ## make .venv and install membus with all extras, editable

run: install ## start the stack, publish the sample conversations, ask, print the context
	@$(BIN)/membus demo

test: install lint types ## every check and test, on real servers
	@$(BIN)/python -m pytest

unit: install ## the tests that need no server
	@$(BIN)/python -m pytest tests/unit tests/contract

lint: install ## ruff, import-linter, generated schemas
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/python -m membus.cli.schemas check

types: install ## mypy, strict
	@$(BIN)/mypy

fix: install ## let ruff mend what it can
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

schemas: install ## write the JSON Schemas and asyncapi.yaml anew
	@$(BIN)/python -m membus.cli.schemas write

bench: install ## measure the bars of the README: a table, and JSON under bench/results
	@$(BIN)/python -m bench

eval: install ## measure memory: our cases; LoCoMo and MADial too with LOCOMO=file MADIAL=folder
	@$(BIN)/membus eval consistency
	@$(BIN)/membus eval pollution
	@$(if $(LOCOMO),$(BIN)/membus eval locomo $(LOCOMO))
	@$(if $(MADIAL),$(BIN)/membus eval madial $(MADIAL))

clean: ## remove what make made (not your data)
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
