"""Bytes inside a page: they come back as they went in, and nothing among them ends or changes an element."""

from hypothesis import given
from hypothesis import strategies as st

from press.carried import FIRST, REFUSED, armoured
from tests.carried import held


@given(st.binary(min_size=1, max_size=200) | st.lists(st.sampled_from([0x00, 0x0D, 0x3C, 0x1A, 0x78, 0xF0]), min_size=1).map(bytes))
def test_bytes_come_back_and_the_text_is_safe(data):
    text = armoured(data)
    assert held(text, len(data)) == data
    assert not set(text) & set(REFUSED)
    assert all(ord(character) < 128 or FIRST <= ord(character) < 0x800 for character in text)
    assert len(text.encode()) <= len(data) * 8 / 7 + 2


def test_no_text_is_longer_for_the_three_that_are_refused():
    assert len(armoured(bytes(700)).encode()) == len(armoured(700 * b"\xff").encode())
