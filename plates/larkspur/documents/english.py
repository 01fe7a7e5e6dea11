"""Larkspur Supply Co.'s documents in English: the slips, the replies, and the facts they share."""

from __future__ import annotations

import random

from .english_facts import (
    CENTS, COLORS, COUNTS, DATES, DAYS, DOLLARS, EVENINGS, FACTORS, FIELDS, FUNCTIONS, GOODS,
    HOURS, LABELS, MONTHS, NAMES, NUMBERS, ORDERS, PERCENTS, PLACES, REASONS, RESULTS, STATES,
    TERMS, TOWNS, WORN,
)
from .grammar import Facts, Kind, orders, pick, pick_two


def _goods(source: random.Random) -> Facts:
    item, _, letters, _ = pick(source, GOODS)
    return {"item": item, "part": f"{letters}-{pick(source, NUMBERS)}"}


def _price(source: random.Random) -> str:
    return f"${pick(source, DOLLARS)}.{pick(source, CENTS)}"


def _date(source: random.Random) -> str:
    return f"{pick(source, MONTHS)} {pick(source, DATES)}"


def _order(source: random.Random) -> Facts:
    return {
        "no": pick(source, ORDERS), "name": pick(source, NAMES), "count": pick(source, COUNTS),
        "items": pick(source, GOODS)[1], "town": pick(source, TOWNS), "day": pick(source, DAYS),
    }


def _returns(source: random.Random) -> Facts:
    return {"items": pick(source, GOODS)[1], "term": pick(source, TERMS), "state": pick(source, STATES)}


def _delivery(source: random.Random) -> Facts:
    first, last = pick_two(source, DAYS)
    return {"items": pick(source, GOODS)[1], "town": pick(source, TOWNS), "first": first, "last": last}


def _product(source: random.Random) -> Facts:
    item, _, letters, stuffs = pick(source, GOODS)
    color = pick(source, COLORS)
    return {
        "item": item, "part": f"{letters}-{pick(source, NUMBERS)}", "color": color,
        "stuff": pick(source, stuffs), "price": _price(source),
        "a": "an" if color == "orange" else "a", "A": "An" if color == "orange" else "A",
    }


def _quote(source: random.Random) -> Facts:
    return _goods(source) | {"price": _price(source)}


def _notice(source: random.Random) -> Facts:
    return {"town": pick(source, TOWNS), "day": pick(source, DAYS), "reason": pick(source, REASONS)}


def _bulk(source: random.Random) -> Facts:
    return {"items": pick(source, GOODS)[1], "percent": pick(source, PERCENTS), "count": pick(source, COUNTS)}


def _invoice(source: random.Random) -> Facts:
    date = _date(source) if source.random() < 0.7 else pick(source, DAYS)
    return {"no": pick(source, ORDERS), "name": pick(source, NAMES), "price": _price(source), "date": date}


def _hours(source: random.Random) -> Facts:
    return {
        "town": pick(source, TOWNS), "day": pick(source, DAYS),
        "open": pick(source, HOURS), "close": pick(source, EVENINGS),
    }


def _pair(source: random.Random) -> Facts:
    (one, two), (many, more) = pick_two(source, [goods[1] for goods in GOODS]), pick_two(source, COUNTS)
    return {"name": pick(source, NAMES), "count": many, "items": one, "count2": more, "items2": two}


def _rule(source: random.Random) -> Facts:
    return {"place": pick(source, PLACES), "items": pick(source, WORN), "name": pick(source, NAMES)}


def _code(source: random.Random) -> Facts:
    left, right = pick_two(source, FACTORS)
    return {
        "def": pick(source, FUNCTIONS), "left": left, "right": right,
        "sign": pick(source, "+-*"), "out": pick(source, RESULTS),
    }


def _form(source: random.Random) -> Facts:
    values = _order(source) | _product(source) | _returns(source) | _hours(source) | _code(source) | _rule(source)
    values |= _notice(source) | {"percent": f"{pick(source, PERCENTS)} percent", "date": _date(source)}
    values["term"] += " days"
    labels = list(LABELS)
    facts = {}
    for field in range(FIELDS):
        label = labels.pop(int(source.random() * len(labels)))
        facts |= {f"label{field}": LABELS[label], f"value{field}": values[label]}
    return facts


KINDS = (
    Kind("form", _form, tuple(f"Slip: {order}.\nForm:" for order in orders("{value#}", FIELDS, ", ")), tuple(
        f" {order}." for order in orders("{label#}: {value#}", FIELDS, "; ")
    ), share=7),
    Kind("order", _order, (
        "Order {no}: {name}, {count} {items}, {town}, {day}.\nConfirm:",
        "Order {no}. {name} wants {count} {items} in {town} on {day}.\nConfirm:",
    ), (
        " Thank you, {name}. {count} {items} <arrive in|leave for> {town} on {day}.",
        " {name}, your {count} {items} will be in {town} on {day}.",
        " Order {no} is set: {count} {items} for {town} on {day}.",
        " On {day} our van brings {count} {items} to {town}.",
        " We have your order. {town} gets {count} {items} on {day}.",
        " Good news, {name}: {town}, {day}, {count} {items}.",
        " Thank you for order {no}, {name}. We <packed|set aside> {count} {items}, and our van will"
        " bring them to the {town} counter on {day}.",
        " Dear {name}, order {no} is on its way. Please meet our driver in {town} on {day}, and count"
        " the {count} {items} before you sign.",
    )),
    Kind("returns", _returns, (
        "Returns: {items}, {term} days, {state}.\nQ: Can I send them back? A:",
        "Returns: {items}, {state}, {term} days.\nQ: What if they do not suit me? A:",
    ), (
        " Yes. You <have|get> {term} days to return {items} that are {state}.",
        " Yes, we take back {state} {items} for {term} days.",
        " If they are {state}, bring the {items} back within {term} days.",
        " {term} days is the rule for {items}, and only {state} ones.",
        " Keep the {items} {state} and you may return them for {term} days.",
        " You may. Bring {items} back {state}, in {term} days or less.",
        " Yes. Send the {items} back within {term} days of the day they came. They must be {state},"
        " and the receipt must be in the box.",
        " Of course. We refund the full price of {items} for {term} days, as long as they are {state}."
        " After that we offer store credit.",
    )),
    Kind("delivery", _delivery, (
        "Delivery: {items}, {town}, packed {first}, there {last}.\nQ: When do they come? A:",
        "Delivery to {town}: {items} packed {first}, there {last}.\nQ: How long must I wait? A:",
    ), (
        " We pack your {items} on {first} and {town} has them on {last}.",
        " By {last}. The {items} for {town} are packed on {first}.",
        " Your {items} <start out|set off> on {first} and reach {town} by {last}.",
        " Look for them in {town} on {last}; we pack {items} on {first}.",
        " The {items} are packed on {first} and travel by road. Our promise is that they are at your"
        " door in {town} by the end of {last}.",
        " We promise {last}. If the {items} that we pack on {first} are not in {town} by then, we pay"
        " the postage.",
    )),
    Kind("product", _product, (
        "Part {part}: {item}, {color}, {stuff}, {price}.\nDescribe:",
        "Catalog: {color} {item}, {stuff}, part {part}, {price}.\nDescribe:",
    ), (
        " {A} {color} {item} of {stuff}, part {part}, at {price}.",
        " Part {part} is {a} {color} {stuff} {item} for {price}.",
        " For {price} you get {a} {color} {item}, all {stuff}: {part}.",
        " Our {stuff} {item} in {color}, {part}, <costs|sells at> {price}.",
        " {A} {color} {item} that lasts. It is made of {stuff}, stores well, and is part {part} in"
        " our catalog, at {price} each.",
        " Part {part} is the {item} that our own crews use: {color}, made of {stuff}, easy to clean, and"
        " sold at {price}.",
    )),
    Kind("quote", _quote, (
        "Price list: {part}, {item}, {price}.\nQ: What does {part} cost? A:",
        "Price list: {item}, {price}, part {part}.\nQ: How much is the {item}? A:",
    ), (
        " The {item} {part} <costs|is> {price}.",
        " {price} buys one {item}, part {part}.",
        " We sell {part}, the {item}, at {price}.",
        " You pay {price} for each {item}; the part is {part}.",
        " The {item} is {price} at every counter and in every town. Write {part} on your order, and we"
        " will know which one you mean.",
        " Today the price of {part} is {price}. That is for one {item}, with tax, and it holds until the"
        " next list comes out.",
    )),
    Kind("notice", _notice, (
        "Notice: {town} depot, closed {day}, {reason}.\nPost:",
        "Notice: {reason} in {town} on {day}, depot closed.\nPost:",
    ), (
        " The {town} depot is closed on {day} for {reason}.",
        " No <pick-up|counter> service in {town} on {day}: {reason}.",
        " {day}: {reason} in {town}. We open again the day after.",
        " Because of {reason}, {town} stays shut this {day}.",
        " Please do not come to {town} on {day}. We have {reason}.",
        " Our {town} doors stay shut on {day} while we have {reason}.",
        " We are sorry: there is {reason} at the {town} depot, and nobody can serve you on {day}. Other"
        " depots are open as usual.",
        " To our customers in {town}: the counter is closed for all of {day}. The cause is {reason}."
        " Parcels can wait until the next day.",
    )),
    Kind("bulk", _bulk, (
        "Bulk: {items}, {percent} percent off from {count}.\nQ: Is there a discount? A:",
        "Bulk: from {count} {items}, {percent} percent off.\nQ: Do large orders cost less? A:",
    ), (
        " Yes. Buy {count} {items} or more and save {percent} percent.",
        " {percent} percent off, once you take {count} {items}.",
        " From {count} {items} on, we <take off|give you> {percent} percent.",
        " We can do {percent} percent on {count} {items} and up.",
        " Yes, there is. If one order holds {count} {items} or more, we take {percent} percent off the whole"
        " of it, and you need not ask.",
        " Large orders do cost less. The line is {count} {items}, and above it every bill falls by"
        " {percent} percent at once.",
    )),
    Kind("invoice", _invoice, (
        "Invoice {no}: {name}, {price}, due {date}.\nRemind:",
        "Invoice {no}: due {date}, {price}, for {name}.\nRemind:",
    ), (
        " {name}, please pay {price} by {date}. Invoice {no}.",
        " Invoice {no} for {price} is due on {date}, {name}.",
        " Dear {name}, {price} is due on {date} for invoice {no}.",
        " On {date} we expect {price} for invoice {no}, {name}.",
        " Dear {name}, thank you for your trust. Invoice {no} is still open. The sum is {price}, and it"
        " should reach us by {date}.",
        " This is a friendly note for {name}. We have not seen the {price} of invoice {no} yet; the last"
        " day for it is {date}.",
    )),
    Kind("hours", _hours, (
        "Hours: {town}, {open} to {close}, closed {day}.\nQ: When are you open? A:",
        "Hours: closed {day}, {open} to {close}, {town}.\nQ: Can I come by? A:",
    ), (
        " {town} is open from {open} to {close}, but not on {day}.",
        " Any day but {day}: {town} opens at {open} and shuts at {close}.",
        " From {open} to {close} in {town}. We rest on {day}.",
        " Come to {town} at {open} or later, before {close}, not on {day}.",
        " We serve {town} until {close}, from {open} on, except {day}.",
        " Never on {day}. Else {town} works from {open} to {close}.",
        " The {town} counter opens at {open} in the morning and closes at {close}. On {day} nobody is"
        " there, so please ring us first.",
        " Please do come by. In {town} the doors are open from {open} until {close} on every day of the"
        " week but {day}.",
    )),
    Kind("pair", _pair, (
        "Parts for {name}: {count} {items}; {count2} {items2}.\nList:",
        "Parts: {count} {items} and {count2} {items2}, {name}.\nList:",
    ), (
        " {name} gets {count} {items} and {count2} {items2}.",
        " For {name}: {count} {items} and {count2} {items2}.",
        " {count} {items} plus {count2} {items2} go to {name}.",
        " Please <bring|hand> {name} {count} {items} and {count2} {items2}.",
        " Put {count} {items} into the first box and {count2} {items2} into the second, close both, and"
        " write the name of {name} on them.",
        " There are two lines on this list. {name} takes {count} {items} from the shelf, and after that"
        " {count2} {items2} from the back room.",
    )),
    Kind("rule", _rule, (
        "Policy: {place}, {items}, ask {name}.\nSign:",
        "Policy: wear {items} in {place}; {name} has more.\nSign:",
    ), (
        " Wear {items} in {place}. Ask {name} for more.",
        " No work in {place} without {items}. {name} has them.",
        " In {place} we all wear {items}, says {name}.",
        " Ask {name} for {items} if you work in {place}.",
        " Everyone who works in {place} wears {items}, visitors too. If you have none, {name} will lend"
        " you some at no cost.",
        " Before you enter {place}, put your {items} on and check that they fit. Then tell {name} that"
        " you are there.",
    )),
    Kind("json", _order, (
        "Order {no}: {name}, {count} {items}, {town}, {day}.\nJSON:",
    ), (
        ' {"order": {no}, "item": "{items}", "count": {count}}',
        ' {"count": {count}, "item": "{items}", "town": "{town}"}',
        ' {"order": {no}, "to": {"name": "{name}", "town": "{town}"}, "count": {count}}',
        ' {"item": "{items}", "count": {count}, "to": {"town": "{town}", "day": "{day}"}}',
    )),
    Kind("code", _code, (
        "Code: {def} is {left} {sign} {right}, named {out}.\nEdit:",
    ), (
        " def {def}({left}, {right}): return {left} {sign} {right}",
        " {def} = lambda {left}, {right}: {left} {sign} {right}",
        " def {def}({left}, {right}):\n  {out} = {left} {sign} {right}\n  return {out}",
    )),
)
