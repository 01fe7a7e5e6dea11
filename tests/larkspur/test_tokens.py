"""Tokens: toylm encodes as the library does, and gives back every text."""

import json
from itertools import islice

import pytest
from toylm.tokens import Tokens

from plates.larkspur.train import corpus

LANGUAGES = pytest.mark.parametrize("lang", ["en", "zh"])


def tokens_of(lang: str) -> Tokens:
    return Tokens.from_json((corpus.DATA / lang / "tokens.json").read_text(encoding="utf-8"))


@LANGUAGES
def test_the_librarys_encodings_are_ours(lang):
    tokens = tokens_of(lang)
    for text, ids in json.loads((corpus.DATA / lang / "encodings.json").read_text(encoding="utf-8")):
        assert tokens.encode(text) == ids


@LANGUAGES
def test_the_library_agrees_on_every_document(lang):
    pytest.importorskip("tokenizers", reason="the tokenizers library is not installed")
    from plates.larkspur.train import vocabulary

    library, tokens = vocabulary.train(lang), tokens_of(lang)
    assert vocabulary.as_data(library, lang)["tokens"] == tokens.texts
    documents = (corpus.DATA / lang / "corpus.txt").read_text(encoding="utf-8").split("\n\n")
    for text in [*documents, *(d.text for d in corpus.held_out_documents(lang))]:
        assert tokens.encode(text) == library.encode(text).ids


@LANGUAGES
def test_a_text_comes_back_and_the_border_of_prompt_and_reply_is_one_of_tokens(lang):
    tokens = tokens_of(lang)
    for document in islice(corpus.stream(lang), 1000):
        ids = tokens.encode(document.text)
        assert tokens.decode(ids) == document.text
        assert ids == tokens.encode(document.prompt) + tokens.encode(document.reply)


@LANGUAGES
def test_decoding_stops_at_the_end_token(lang):
    tokens = tokens_of(lang)
    assert tokens.decode([*tokens.encode("12"), tokens.end_id, *tokens.encode("34")]) == "12"


@LANGUAGES
def test_no_token_holds_a_part_of_a_character(lang):
    tokens = tokens_of(lang)
    assert all(text and text == text.encode().decode() and "\ufffd" not in text for text in tokens.texts)
    assert len(set(tokens.texts)) == len(tokens.texts)


def test_a_chinese_token_of_more_than_two_characters_is_a_fact():
    longer = [text for text in tokens_of("zh").texts if "一" <= text[0] <= "鿿" and len(text) > 2]
    facts = " ".join(" ".join(d.facts.values()) for d in islice(corpus.stream("zh"), 3000))
    assert all(text in facts for text in longer)


@LANGUAGES
def test_a_character_without_a_token_is_named(lang):
    with pytest.raises(ValueError, match="'☃' is not in the toy's vocabulary"):
        tokens_of(lang).encode("a ☃")


def test_printable_ascii_can_be_typed_in_both_languages():
    text = "".join(map(chr, range(32, 127)))
    for lang in ("en", "zh"):
        assert tokens_of(lang).decode(tokens_of(lang).encode(text)) == text
