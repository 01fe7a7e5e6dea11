"""Checks of samplers' settings: each raises ValueError that names the setting and what it accepts."""

from __future__ import annotations

from typing import Any


def whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """A whole number from `low`, to `high` if there is one."""
    most = float("inf") if high is None else high
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= most:
        upto = "" if high is None else f" to {high}"
        raise ValueError(f"{name}: want a whole number from {low}{upto}, got {value!r}")
    return value


def number(name: str, value: Any, low: float = float("-inf"), high: float = float("inf")) -> float:
    """A finite number from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high \
            or abs(value) == float("inf"):
        upto = "" if high == float("inf") else f" to {high:g}"
        since = "" if low == float("-inf") else f" from {low:g}"
        raise ValueError(f"{name}: want a number{since}{upto}, got {value!r}")
    return value


def choice(name: str, value: Any, accepted: tuple[str, ...]) -> str:
    """One of a few words."""
    if value not in accepted:
        raise ValueError(f"{name}: want one of {', '.join(accepted)}, got {value!r}")
    return value


def temperature(value: Any) -> float:
    """0 for the likeliest token; above it, a draw."""
    return number("temperature", value, 0, 1000)


def divisor(name: str, value: Any, total: int, what: str) -> int:
    """A whole number from 1 that divides `total`."""
    if whole(name, value, 1) and total % value:
        raise ValueError(f"{name}: want a divisor of the {total} {what}, got {value}")
    return value
