"""Judging: what counts as a right reply."""

from itertools import islice

import pytest

from plates.larkspur.documents.grammar import Document
from plates.larkspur.documents.judging import facts_right, repeats, right
from plates.larkspur.train import corpus

ORDER = Document(
    "order",
    {"no": "4417", "name": "Ms Reyes", "count": "20", "items": "hard hats", "town": "Salem", "day": "Friday"},
    "Order 4417: Ms Reyes, 20 hard hats, Salem, Friday.\nConfirm:", "",
)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_the_grammar_writes_is_right(lang):
    for document in islice(corpus.stream(lang), 300):
        assert right(lang, document, document.reply) and facts_right(lang, document, document.reply)


@pytest.mark.parametrize("text, facts, whole", [
    (" On Friday our van brings 20 hard hats to Salem.", True, True),
    (" On Friday our van brings 20 hard hats hats Salem.", True, False),
    (" On Friday our van brings 25 hard hats to Salem.", False, False),
    (" On Friday our van brings 20 hard hats to Boise.", False, False),
    (" On Friday our van brings 20 hard hats.", False, False),
    (" On Friday our van brings 20 hard hats to Salem, not 25.", False, False),
])
def test_a_wrong_a_missing_or_a_further_fact_is_seen(text, facts, whole):
    assert facts_right("en", ORDER, text) == facts
    assert right("en", ORDER, text) == whole


def test_a_fact_inside_a_longer_number_is_not_there():
    document = Document("order", {**ORDER.facts, "no": "1205"}, ORDER.prompt.replace("4417", "1205"), "")
    assert not facts_right("en", document, " On Friday our van brings 1205 hard hats to Salem.")


def test_repeats_count_neighbours_and_not_end_tokens():
    assert repeats([5, 5, 5, 2, 1, 1], end_id=1) == 2
