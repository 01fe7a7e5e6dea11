"""Training: every loss falls within a few hundred steps, and a seed fixes the weights."""

import dataclasses
from itertools import islice

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")

from toylm.tokens import Tokens  # noqa: E402

from plates.larkspur.train import corpus, losses, plan, training  # noqa: E402
from plates.larkspur.train.batches import canvases  # noqa: E402
from plates.larkspur.train.net import Net, Shape  # noqa: E402


def tokens_of(lang: str) -> Tokens:
    return Tokens.from_json((corpus.DATA / lang / "tokens.json").read_text(encoding="utf-8"))


def short(name: str, steps: int) -> plan.Run:
    return dataclasses.replace(plan.run_named("en", name), steps=steps, rows=8)


@pytest.mark.parametrize("name", ["masked", "uniform", "left", "block"])
def test_the_loss_falls(name):
    _, record = training.train(short(name, 200), "en", tokens_of("en"))
    first, last = record["log"][0][1], record["log"][-1][1]
    assert last < 0.75 * first


def test_a_seed_gives_the_same_weights_again():
    one, two = (training.train(short("masked", 5), "zh", tokens_of("zh"))[0] for _ in range(2))
    assert all(torch.equal(a, b) for a, b in zip(one.state_dict().values(), two.state_dict().values()))


def test_canvases_are_a_prompt_a_reply_and_end_tokens():
    tokens = tokens_of("en")
    for ids, starts in islice(canvases("en", tokens, 16, 1), 10):
        for row, start in zip(ids.tolist(), starts.tolist()):
            reply = row[start:]
            cut = reply.index(tokens.end_id) if tokens.end_id in reply else len(reply)
            assert set(reply[cut:]) <= {tokens.end_id} and tokens.end_id not in row[:start]


def test_a_masked_block_is_trained_as_it_is_filled():
    net, block = Net(Shape(50, width=16, layers=2, heads=2, hidden=24)), 4
    clean = torch.randint(2, 50, (1, 12), generator=torch.Generator().manual_seed(1))
    blanked = torch.where(torch.arange(12) % 3 == 0, 0, clean)
    number = torch.arange(8) // block
    alone = net(torch.cat([clean[:, :4], blanked[:, 4:8]], dim=1), number[:, None] >= number)
    assert torch.allclose(losses.beside(net, blanked, clean, block)[:, 4:8], alone[:, 4:], atol=1e-5)


def test_noise_is_put_on_replies_alone_and_prompts_are_read_from_left_to_right():
    net = Net(Shape(50, width=16, layers=2, heads=2, hidden=24))
    ids = torch.randint(2, 50, (6, 12), generator=torch.Generator().manual_seed(1))
    starts, seen = torch.full((6,), 5), []
    net.register_forward_pre_hook(lambda _, given: seen.append(given))
    losses.uniform(net, ids, starts, torch.Generator().manual_seed(2))
    [(noisy, allowed)] = seen
    assert torch.equal(noisy[:, :5], ids[:, :5]) and not torch.equal(noisy[:, 5:], ids[:, 5:])
    assert allowed[0, 0, :5].int().tolist() == [[1] * (i + 1) + [0] * (11 - i) for i in range(5)]
    assert allowed[0, 0, 5:].all()


def test_who_sees_whom_in_block_training():
    seen = losses.side_by_side(4, 2).int().tolist()
    assert seen[:4] == [  # the masked copy: its own block, and the clean blocks before it
        [1, 1, 0, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 0],
        [0, 0, 1, 1, 1, 1, 0, 0], [0, 0, 1, 1, 1, 1, 0, 0],
    ]
    assert seen[4:] == [  # the clean copy: itself, block by block
        [0, 0, 0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1, 0, 0],
        [0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1, 1],
    ]
