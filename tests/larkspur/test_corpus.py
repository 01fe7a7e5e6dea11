"""The corpora: as the grammars write them, right in every fact, and apart from the held-out part."""

import json
import random
import re
from itertools import islice

import pytest

from plates.larkspur.documents import KINDS, kind_named
from plates.larkspur.documents.grammar import Document, expand, is_held_out, is_reply, write
from plates.larkspur.train import corpus

LANGUAGES = pytest.mark.parametrize("lang", ["en", "zh"])


def held_out_file(lang: str) -> list[Document]:
    text = (corpus.DATA / lang / "held-out.jsonl").read_text(encoding="utf-8")
    return [Document(**json.loads(line)) for line in text.splitlines()]


@LANGUAGES
def test_the_files_are_what_the_seed_gives(lang):
    assert (corpus.DATA / lang / "corpus.txt").read_text(encoding="utf-8") == corpus.corpus_text(lang)
    assert held_out_file(lang) == corpus.held_out_documents(lang)


@LANGUAGES
def test_a_corpus_has_at_least_300_kilobytes(lang):
    assert (corpus.DATA / lang / "corpus.txt").stat().st_size >= 300_000


@LANGUAGES
def test_no_held_out_combination_of_facts_is_trained_on(lang):
    trained = {(d.kind, *sorted(d.facts.items())) for d in islice(corpus.stream(lang), 20_000)}
    assert not trained & {(d.kind, *sorted(d.facts.items())) for d in held_out_file(lang)}


@LANGUAGES
def test_every_kind_is_held_out_too(lang):
    assert {d.kind for d in held_out_file(lang)} == {kind.name for kind in KINDS[lang]}


@LANGUAGES
def test_every_reply_is_recognized_and_one_with_another_fact_is_not(lang):
    for document in islice(corpus.stream(lang), 500):
        kind = kind_named(lang, document.kind)
        assert is_reply(kind, document.facts, document.reply)
        slot, value = next((s, v) for s, v in document.facts.items() if len(v) > 1 and v in document.reply)
        assert not is_reply(kind, document.facts, document.reply.replace(value, "x" + value)), (slot, document)


@LANGUAGES
def test_the_prompt_holds_every_fact_that_a_reply_needs(lang):
    derived = {"a", "A", "measure", *(f"label{field}" for field in range(3))}  # these follow from another fact
    for kind in KINDS[lang]:
        document = write(kind, random.Random(1))
        for reply in kind.replies:
            for slot in set(re.findall(r"\{(\w+)\}", reply)) - derived:
                for prompt in kind.prompts:
                    slip = expand(prompt, document.facts, random.Random(1))
                    assert document.facts[slot] in slip, (kind.name, slot, slip)


@LANGUAGES
def test_no_two_replies_of_a_kind_are_alike(lang):
    for kind in KINDS[lang]:
        assert len(set(kind.replies)) == len(kind.replies) >= 3


def test_whether_a_document_is_held_out_hangs_on_its_facts_alone():
    one = Document("order", {"day": "Monday"}, "p", "r")
    assert is_held_out(one) == is_held_out(Document("order", {"day": "Monday"}, "other", "words"))


def test_chinese_has_no_space_or_half_width_mark_between_han_characters():
    text = corpus.corpus_text("zh")
    assert not re.search(r"[一-鿿][ ,.;:!?][一-鿿]", text)
