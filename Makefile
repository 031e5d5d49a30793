# One command each for what developers and CI do; `make` alone lists them.

PYTHON ?= python3
DATA ?= data
VENV := .venv
TOOLS := $(VENV)/.tools
PACKAGE := $(VENV)/.package
REQUIREMENTS := $(VENV)/.requirements
PIP := $(VENV)/bin/python -m pip --disable-pip-version-check
# Bytecode is made of what is imported, when it is: of all that is installed it would take longer than a build.
INSTALL := $(PIP) install --quiet --no-compile --constraint constraints.txt
HASHED := $(PIP) install --quiet --no-compile --require-hashes
# Recursive: a folder that these lists miss would be neither rebuilt nor formatted.
NATIVE := CMakeLists.txt $(shell find core/include core/src src/bindings -name '*.hh' -o -name '*.cc')
CXX_FILES := $(NATIVE:CMakeLists.txt=) $(shell find core/tests core/fuzz core/benchmarks -name '*.hh' -o -name '*.cc')

FUZZ_SECONDS ?= 600
KILLS ?= 200
# Tests that reach native code; and those whose work is done by several threads.
NATIVE_TESTS := $(addprefix tests/,patterns graphs counting significance encoder methods mining test_generate.py)
THREADED_TESTS := $(addprefix tests/,counting significance/test_null_models.py methods/test_growth.py \
  methods/test_walks.py methods/test_walk_strategies.py mining/test_run.py)

# cmake, ninja and the rest come from the environment that `make setup` builds, whatever else is installed.
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)
# Tests start hundreds of interpreters: without bytecode each would compile all modules.
unexport PYTHONDONTWRITEBYTECODE
# The extension is built while the requirements of tests are installed, and the core is tested beside the rest.
MAKEFLAGS += --jobs=2

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-core test-python thorough lint format bench docs fuzz soak sanitize coverage portability clean

help:  ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | awk -F'\t' '{printf "  %-12s %s\n", $$1, $$2}'

setup: $(PACKAGE) $(REQUIREMENTS)  ## Build the extension and install everything into .venv (only what changed)

demo: $(PACKAGE)  ## Show what the tool is for, on two bundled data sets: tables, and pictures in out/demo.html
	@mkdir -p out
	spminer demo --output out/demo.html

test: test-core test-python  ## Run all tests

# The core that is tested is the one in the extension: it is not built a second time.
test-core: $(PACKAGE)  ## Run the tests of the C++ core, without Python
	cmake --preset release -DSPMINER_CORE="$(CURDIR)/build/editable/libspminer_core.a"
	cmake --build --preset release --parallel 2
	ctest --preset release --parallel 2

test-python: setup  ## Run the Python tests, docstring examples and documentation examples
	pytest -n 2

thorough: export SPMINER_THOROUGH := 1
thorough: test  ## Run all tests with four or five times as many random examples, and every variant of the slow ones

lint: setup  ## Check style, spelling, types and that the committed type stub is the built one
	ruff check .
	ruff format --check .
	@clang-format --dry-run -Werror $(CXX_FILES)
	git ls-files -z --cached --others --exclude-standard | xargs -0 codespell
	mypy
	@git diff --exit-code -- src/spminer/_core.pyi || { test $$? -ne 1 || \
	  { echo "src/spminer/_core.pyi: the build wrote another stub than the committed one; commit it" >&2; exit 1; }; }

format: setup  ## Put all sources into the agreed format
	ruff check --fix .
	ruff format .
	clang-format -i $(CXX_FILES)

bench: setup  ## Run the benchmarks on the data sets in DATA=dir
	cmake --preset release
	cmake --build --preset release --target bench --parallel 2
	@for program in build/release/*_bench; do echo "== $$program"; "$$program" || exit 1; done
	@failed=; for script in benchmarks/*_*.py; do \
	  echo "== $$script"; python "$$script" --data "$(DATA)" || failed="$$failed $$script"; done; \
	  test -z "$$failed" || { echo "failed:$$failed" >&2; exit 1; }

fuzz: setup  ## Fuzz the core and Python's readers for FUZZ_SECONDS=s each (600); the core needs clang
	FUZZ_SECONDS=$(FUZZ_SECONDS) .ci/fuzz-core
	$(PIP) install --quiet atheris==3.0.0 || echo "without atheris: not led by coverage"
	PYTHONPATH=tests python -m fuzzing --seconds $(FUZZ_SECONDS) --folder build/fuzz-python

soak: setup  ## Kill, signal, starve and crowd runs, KILLS=n times (200); figures in build/soak/summary.json
	PYTHONPATH=tests python -m soaking --kills $(KILLS) --folder build/soak

sanitize: setup  ## Run core tests and the tests of packages that reach native code under sanitizers
	cmake --preset sanitize && cmake --build --preset sanitize --parallel 2 && ctest --preset sanitize
	cmake --preset threads && cmake --build --preset threads --parallel 2 && ctest --preset threads
	.ci/instrumented address,undefined -q -p no:cacheprovider $(NATIVE_TESTS)
	.ci/instrumented thread -q -p no:cacheprovider $(THREADED_TESTS)

coverage: setup  ## Count native lines that tests reach (build/native-coverage/index.html); others need a reason
	$(PIP) install --quiet gcovr==8.7
	cmake --preset coverage && cmake --build --preset coverage --parallel 2 && ctest --preset coverage --parallel 2
	.ci/instrumented coverage -q -p no:cacheprovider $(NATIVE_TESTS)
	.ci/native-coverage

docs: setup  ## Build the documentation site into site/
	NO_MKDOCS_2_WARNING=1 mkdocs build --strict

portability:  ## Build the core for other systems, and run its tests under qemu-user and Wine
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --constraint constraints.txt cmake ninja ziglang==0.17.0
	.ci/portability

clean:  ## Remove everything that the other targets made
	rm -rf $(VENV) build dist site out .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests benchmarks docs examples -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -f src/spminer/*.so

# CI takes only files that have the hashes of packaging/requirements/ (made by .ci/lock).
# A new pip first: the one that comes with Python takes three times as long to find the others.
$(TOOLS): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "spminer needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(if $(CI),$(HASHED) $(addprefix --requirement=packaging/requirements/,build.txt run.txt))
	$(INSTALL) --upgrade pip
	.ci/needed > $(VENV)/run.txt
	$(INSTALL) scikit-build-core nanobind nanobind-backend cmake ninja --requirement $(VENV)/run.txt
	@touch $@

# Build requirements went in before and isolation is off, so that constraints.txt rules the build as well.
$(PACKAGE): $(TOOLS) $(NATIVE)
	env -u MAKEFLAGS $(INSTALL) --no-build-isolation --no-deps --editable . --config-settings=build-dir=build/editable
	@touch $@

$(REQUIREMENTS): $(TOOLS)
	$(if $(CI),$(HASHED) $(addprefix --requirement=packaging/requirements/,dev.txt torch.txt))
	.ci/needed dev > $(VENV)/dev.txt
	$(INSTALL) --requirement $(VENV)/dev.txt
	@touch $@
