# `make site` builds everything from a fresh checkout; `make test` runs every test.
# Each line can be run by hand: the README says how, for those without make.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

.PHONY: site test serve check bench clean

site: $(VENV)/site.stamp
	$(PY) build.py

serve: $(VENV)/site.stamp
	$(PY) build.py serve

check: $(VENV)/site.stamp
	$(PY) build.py check

test: $(VENV)/test.stamp
	$(PY) -m pytest

bench: $(VENV)/test.stamp
	$(PY) -m tests.bench.site
	$(PY) -m tests.bench.startup
	$(PY) tests/bench/bench_samplers.py

$(VENV)/site.stamp: requirements.txt package-lock.json press/install.py
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(PY) press/install.py
	touch $@

$(VENV)/test.stamp: requirements-test.txt $(VENV)/site.stamp
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-test.txt
	$(PY) press/install.py --tests
	touch $@

clean:
	rm -rf $(VENV) node_modules .cache site
