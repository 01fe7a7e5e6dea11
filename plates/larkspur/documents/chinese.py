"""翠雀供应 (Larkspur Supply Co.) in Chinese: slips and replies of its own, not the English ones put into Chinese."""

from __future__ import annotations

import random

from .chinese_facts import (
    CLOSINGS, COLORS, COUNTS, DATES, DAYS, DISCOUNTS, FACTORS, FIELDS, FUNCTIONS, GOODS, JIAO,
    LABELS, MONTHS, NAMES, NUMBERS, OPENINGS, ORDERS, PLACES, REASONS, RESULTS, STATES, TERMS,
    TOWNS, WORN, YUAN,
)
from .grammar import Facts, Kind, orders, pick, pick_two


def _goods(source: random.Random) -> Facts:
    item, measure, letters, _ = pick(source, GOODS)
    return {"item": item, "measure": measure, "part": f"{letters}-{pick(source, NUMBERS)}"}


def _counted(source: random.Random) -> Facts:
    item, measure, *_ = pick(source, GOODS)
    return {"item": item, "count": f"{pick(source, COUNTS)}{measure}"}


def _price(source: random.Random) -> str:
    return f"{pick(source, YUAN)}{pick(source, JIAO)}元"


def _date(source: random.Random) -> str:
    return f"{pick(source, MONTHS)}月{pick(source, DATES)}日"


def _order(source: random.Random) -> Facts:
    return _counted(source) | {
        "no": pick(source, ORDERS), "name": pick(source, NAMES),
        "town": pick(source, TOWNS), "day": pick(source, DAYS),
    }


def _returns(source: random.Random) -> Facts:
    return {"item": pick(source, GOODS)[0], "term": pick(source, TERMS), "state": pick(source, STATES)}


def _delivery(source: random.Random) -> Facts:
    first, last = pick_two(source, DAYS)
    return {"item": pick(source, GOODS)[0], "town": pick(source, TOWNS), "first": first, "last": last}


def _product(source: random.Random) -> Facts:
    facts = _quote(source)
    stuffs = next(goods[3] for goods in GOODS if goods[0] == facts["item"])
    return facts | {"color": pick(source, COLORS), "stuff": pick(source, stuffs)}


def _quote(source: random.Random) -> Facts:
    return _goods(source) | {"price": _price(source)}


def _notice(source: random.Random) -> Facts:
    return {"town": pick(source, TOWNS), "day": pick(source, DAYS), "reason": pick(source, REASONS)}


def _bulk(source: random.Random) -> Facts:
    return _counted(source) | {"discount": pick(source, DISCOUNTS)}


def _invoice(source: random.Random) -> Facts:
    return {
        "no": pick(source, ORDERS), "name": pick(source, NAMES), "price": _price(source),
        "date": _date(source),
    }


def _hours(source: random.Random) -> Facts:
    return {
        "town": pick(source, TOWNS), "day": pick(source, DAYS),
        "open": pick(source, OPENINGS), "close": pick(source, CLOSINGS),
    }


def _pair(source: random.Random) -> Facts:
    (one, two), (many, more) = pick_two(source, GOODS), pick_two(source, COUNTS)
    return {
        "name": pick(source, NAMES), "item": one[0], "count": f"{many}{one[1]}",
        "item2": two[0], "count2": f"{more}{two[1]}",
    }


def _rule(source: random.Random) -> Facts:
    return {"place": pick(source, PLACES), "item": pick(source, WORN), "name": pick(source, NAMES)}


def _code(source: random.Random) -> Facts:
    left, right = pick_two(source, FACTORS)
    return {
        "def": pick(source, FUNCTIONS), "left": left, "right": right,
        "sign": pick(source, "+-*"), "out": pick(source, RESULTS),
    }


def _form(source: random.Random) -> Facts:
    values = _order(source) | _product(source) | _returns(source) | _hours(source) | _code(source) | _rule(source)
    values |= _notice(source) | {"discount": pick(source, DISCOUNTS), "date": _date(source)}
    values["term"] += "天"
    labels = list(LABELS)
    facts = {}
    for field in range(FIELDS):
        label = labels.pop(int(source.random() * len(labels)))
        facts |= {f"label{field}": LABELS[label], f"value{field}": values[label]}
    return facts


KINDS = (
    Kind("form", _form, tuple(f"便条：{order}。\n表格：" for order in orders("{value#}", FIELDS, "，")), tuple(
        f"{order}。" for order in orders("{label#}：{value#}", FIELDS, "；")
    ), share=7),
    Kind("order", _order, (
        "订单{no}：{name}，{count}{item}，{town}，{day}。\n确认：",
        "订单{no}。{name}要{count}{item}，{day}送到{town}。\n确认：",
    ), (
        "{name}，谢谢你。{count}{item}{day}送到{town}。",
        "{name}你好，{day}我们把{count}{item}送到{town}。",
        "订单{no}<已确认|没问题>：{count}{item}，{day}到{town}。",
        "{day}，我们的车会把{count}{item}送到{town}。",
        "{name}，谢谢你下的订单{no}。{count}{item}已经<装好|备齐>，{day}由我们的车送到{town}门市。",
        "{name}你好，订单{no}已经出库。{day}请在{town}等司机，先点清{count}{item}，再签字。",
    )),
    Kind("returns", _returns, (
        "退货：{item}，{term}天，{state}。\n问：买了还能退吗？答：",
        "退货：{item}，{state}，{term}天。\n问：不合适怎么办？答：",
    ), (
        "能退。{item}只要{state}，{term}天内都<行|可以>。",
        "可以，{term}天内把{state}的{item}拿回来就行。",
        "{state}的{item}，{term}天内我们都收。",
        "别担心，{item}有{term}天可退，前提是{state}。",
        "{item}{state}就能退，期限是{term}天。",
        "{term}天内退{item}没问题，但要{state}。",
        "当然能退。收到{item}以后，{term}天内寄回来就行。东西要{state}，盒子里请放上小票。",
        "不合适就退。只要{item}{state}，{term}天内我们退全款，过了期限就换成购物券。",
    )),
    Kind("delivery", _delivery, (
        "送货：{item}，{town}，{first}装车，{last}到。\n问：什么时候到？答：",
        "送货到{town}：{item}{first}装车，{last}到。\n问：要等多久？答：",
    ), (
        "{item}{first}装车，{last}到{town}。",
        "{last}就到。去{town}的{item}{first}装车。",
        "{town}{last}能收到{item}，我们{first}装车。",
        "我们{first}<装好|发出>{item}，{town}{last}收货。",
        "这批{item}{first}装车，走公路。我们保证，最晚{last}下班以前送到你在{town}的门口。",
        "我们说{last}到，就{last}到。{first}装车的{item}要是那天没到{town}，运费算我们的。",
    )),
    Kind("product", _product, (
        "货号{part}：{item}，{color}，{stuff}，{price}。\n介绍：",
        "目录：{color}{item}，{stuff}，货号{part}，{price}。\n介绍：",
    ), (
        "{color}{item}，{stuff}做的，货号{part}，{price}。",
        "{part}是{color}的{stuff}{item}，<卖|只要>{price}。",
        "{price}一{measure}，{color}{stuff}{item}，货号{part}。",
        "这{measure}{item}用{stuff}做，{color}，{price}，认准{part}。",
        "一{measure}耐用的{color}{item}。它用{stuff}做成，好收好放，目录里的货号是{part}，每{measure}{price}。",
        "{part}这{measure}{item}，我们自己的工人也在用：{color}，{stuff}做的，容易擦洗，卖{price}。",
    )),
    Kind("quote", _quote, (
        "价目：{part}，{item}，{price}。\n问：{part}卖多少钱？答：",
        "价目：{item}，{price}，货号{part}。\n问：{item}怎么卖？答：",
    ), (
        "{item}{part}<卖|每{measure}>{price}。",
        "{price}一{measure}，货号{part}。",
        "这{measure}{item}{price}，下单请写{part}。",
        "货号{part}，{item}，现价{price}。",
        "{item}每{measure}{price}，哪个门市都是这个价。下单时写上{part}，我们就知道你要的是哪一种。",
        "今天{part}的价钱是{price}。这是一{measure}{item}的含税价，在下一张价目表出来以前都有效。",
    )),
    Kind("notice", _notice, (
        "通知：{town}门市，{day}关门，{reason}。\n张贴：",
        "通知：{day}{town}{reason}，门市关门。\n张贴：",
    ), (
        "{town}门市{day}{reason}，<关门|停业>一天。",
        "{day}{town}不营业，原因是{reason}。",
        "因为{reason}，{town}门市{day}关门。",
        "请{day}不要来{town}，我们要{reason}。",
        "我们{day}{reason}，{town}第二天再开门。",
        "{reason}，所以{town}{day}不开门。",
        "很抱歉，{town}门市要{reason}，{day}全天没有人接待。其他门市照常营业，欢迎你去。",
        "各位{town}的老顾客：{day}柜台全天不开，原因是{reason}。包裹会替你留到第二天。",
    )),
    Kind("bulk", _bulk, (
        "批发：{item}，{count}起，{discount}。\n问：有优惠吗？答：",
        "批发：{count}{item}起，{discount}。\n问：多买便宜吗？答：",
    ), (
        "有，{item}买满{count}就打{discount}。",
        "{count}起打{discount}，{item}都算。",
        "买{count}以上的{item}，<一律|全部>{discount}。",
        "满{count}，{item}按{discount}算。",
        "有优惠。同一张订单里{item}满{count}，我们给整张单子打{discount}，不用你开口。",
        "多买当然便宜。界线是{count}{item}，过了这条线，每张账单马上按{discount}算。",
    )),
    Kind("invoice", _invoice, (
        "账单{no}：{name}，{price}，{date}到期。\n提醒：",
        "账单{no}：{date}到期，{price}，{name}。\n提醒：",
    ), (
        "{name}，请在{date}前付{price}，账单{no}。",
        "账单{no}共{price}，{date}到期，{name}<请留意|别忘了>。",
        "{name}你好，{date}要付{price}，账单{no}。",
        "提醒{name}：账单{no}，{price}，{date}到期。",
        "{name}你好，谢谢你一直信任我们。账单{no}还没有付，一共{price}，请让我们在{date}以前收到。",
        "这是给{name}的一个小提醒。账单{no}的{price}我们还没有看到，最后一天是{date}。",
    )),
    Kind("hours", _hours, (
        "时间：{town}，{open}到{close}，{day}休息。\n问：你们几点开门？答：",
        "时间：{day}休息，{open}到{close}，{town}。\n问：我能过来吗？答：",
    ), (
        "{town}{open}到{close}开门，{day}休息。",
        "除了{day}，{town}{open}开，{close}关。",
        "{open}到{close}，{town}都有人，{day}<除外|不算>。",
        "{day}别来。{town}平时{open}到{close}。",
        "请{open}以后、{close}以前来{town}，{day}不开。",
        "我们{day}休息，{town}{open}开到{close}。",
        "{town}的柜台{open}开门，{close}关门。{day}没有人在，来以前请先打个电话。",
        "欢迎过来。在{town}，除了{day}，每天从{open}一直到{close}，大门都开着。",
    )),
    Kind("pair", _pair, (
        "给{name}配货：{count}{item}；{count2}{item2}。\n清单：",
        "配货：{count}{item}和{count2}{item2}，{name}。\n清单：",
    ), (
        "{name}：{count}{item}<，|和>{count2}{item2}。",
        "给{name}{count}{item}和{count2}{item2}。",
        "{count}{item}加{count2}{item2}，<交|送>给{name}。",
        "请把{count}{item}、{count2}{item2}拿给{name}。",
        "第一个箱子放{count}{item}，第二个箱子放{count2}{item2}，都封好，再写上{name}的名字。",
        "这张清单有两行。{name}先从货架上拿{count}{item}，再到后面的库房取{count2}{item2}。",
    )),
    Kind("rule", _rule, (
        "规定：{place}，{item}，找{name}。\n标牌：",
        "规定：进{place}要备好{item}，有事问{name}。\n标牌：",
    ), (
        "进{place}要有{item}，没有就找{name}。",
        "没有{item}，不进{place}。请找{name}。",
        "{place}里人人有{item}，{name}说了算。",
        "想进{place}，<先|请>向{name}领{item}。",
        "在{place}干活的人都要有{item}，来访的客人也一样。要是没带，{name}可以借你，不收钱。",
        "进{place}以前，先备好{item}，看看合不合适，再告诉{name}你已经到了。",
    )),
    Kind("json", _order, (
        "订单{no}：{name}，{count}{item}，{town}，{day}。\nJSON：",
    ), (
        '{"订单": {no}, "货": "{item}", "数": "{count}"}',
        '{"数": "{count}", "货": "{item}", "城": "{town}"}',
        '{"订单": {no}, "收": {"人": "{name}", "城": "{town}"}, "数": "{count}"}',
        '{"货": "{item}", "数": "{count}", "收": {"城": "{town}", "日": "{day}"}}',
    )),
    Kind("code", _code, (
        "代码：{def}等于{left} {sign} {right}，叫{out}。\n修改：",
    ), (
        "def {def}({left}, {right}): return {left} {sign} {right}",
        "{def} = lambda {left}, {right}: {left} {sign} {right}",
        "def {def}({left}, {right}):\n  {out} = {left} {sign} {right}\n  return {out}",
    )),
)
