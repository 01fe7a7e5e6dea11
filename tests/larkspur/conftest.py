"""The packages under test are imported from the checkout: `plates` and `toylm`."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
for folder in (ROOT, ROOT / "wasm"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
