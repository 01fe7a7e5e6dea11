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

bench: $(VENV)/bench.stamp
	$(PY) -m tests.bench.site
	$(PY) -m tests.bench.startup
	$(PY) tests/bench/bench_samplers.py
	$(PY) -m tests.bench.bench_browser
	OPENBLAS_NUM_THREADS=1 $(PY) -m tests.bench.bench_fills

$(VENV)/site.stamp: requirements.txt package-lock.json press/install.py
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(PY) press/install.py
	touch $@

$(VENV)/test.stamp: requirements-test.txt $(VENV)/site.stamp
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-test.txt
	$(PY) press/install.py --tests
	touch $@

$(VENV)/bench.stamp: tests/bench/requirements.txt tests/bench/package-lock.json $(VENV)/test.stamp
	$(PY) -m pip install --quiet --disable-pip-version-check -r tests/bench/requirements.txt
	cd tests/bench && npm ci --ignore-scripts
	touch $@

clean:
	rm -rf $(VENV) node_modules tests/bench/node_modules .cache site
