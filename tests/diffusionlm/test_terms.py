"""The Chinese words of plate 1: a term's first use gives the English one too, in brackets."""

import re

import pytest

from press.errors import Problems
from press.install import ROOT
from press.words import read_document

TERMS = {
    "扩散语言模型": "diffusion language model", "掩码扩散": "masked diffusion", "自回归": "autoregressive", "词元": "token",
    "掩码词元": "mask token", "空位": "blank", "前向计算": "forward pass", "256步": "step", "画布": "canvas", "猜测": "guess",
    "置信度": "confidence", "定下": "keep", "重新掩码": "remask", "低置信度重掩码": "low-confidence remasking", "阈值": "threshold",
    "熵": "entropy", "前两名概率差": "margin", "边缘分布": "marginal distribution", "联合分布": "joint distribution",
    "块扩散": "block diffusion", "KV缓存": "KV cache", "吸收态": "absorbing state", "结束词元": "end-of-text token",
    "补全中间": "infilling", "提示词": "prompt", "双向注意力": "bidirectional attention", "因果掩码": "causal mask", "损失": "loss",
    "负对数似然": "negative log-likelihood", "吞吐量": "throughput", "填充记录": "trace", "图版": "plate", "活字": "sort",
    "推测解码": "speculative decoding",
}

@pytest.fixture(scope="module")
def prose() -> str:
    """What is read in order: paragraphs and lists, without titles, captions and directives."""
    document = read_document(ROOT / "content/diffusionlm/zh.md", Problems())
    lines = [text for part in document.parts for _, text in part.body if not text.startswith("{table")]
    return re.sub(r"\{scene [^|]*\|\s*([^}]*)\}", r"\1", "\n".join(lines))


@pytest.mark.parametrize("term, english", TERMS.items())
def test_the_first_use_of_a_term_gives_both(prose, term, english):
    first = re.search(term, prose)
    assert first, "the words do not use it"
    assert prose[first.end() :].startswith((f"（{english}）", f"（{english}，")), prose[first.start() - 10 : first.end() + 30]
