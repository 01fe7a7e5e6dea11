from toylm.models.counts import CountsModel

MODEL = CountsModel([[["CAT", 2], ["DOG", 1]]])


def requests(lang, data):
    return {"surest": {"model": MODEL.spec(), "canvas": [0, 0, 0], "sampler": "llada", "seed": 0, "settings": {"steps": 2}}}


def tables(lang, data, traces):
    return {"letters": [[place, letter] for place, letter in enumerate(traces["surest"].text())]}
