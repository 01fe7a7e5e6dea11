"""The facts that Larkspur Supply Co.'s English documents are about: goods, people, places, figures."""

from __future__ import annotations

# what it is called singly and by the number, the letters of its part numbers, what it is made of
GOODS = (
    ("hard hat", "hard hats", "HH", ("plastic", "fiber", "steel")),
    ("work glove", "work gloves", "WG", ("leather", "cotton", "rubber")),
    ("safety boot", "safety boots", "SB", ("leather", "rubber", "canvas")),
    ("dust mask", "dust masks", "DM", ("cotton", "fiber", "paper")),
    ("ear plug", "ear plugs", "EP", ("rubber", "plastic", "foam")),
    ("rain jacket", "rain jackets", "RJ", ("nylon", "cotton", "canvas")),
    ("tool belt", "tool belts", "TB", ("leather", "nylon", "canvas")),
    ("knee pad", "knee pads", "KP", ("foam", "rubber", "leather")),
    ("cable tie", "cable ties", "CT", ("nylon", "steel", "plastic")),
    ("face shield", "face shields", "FS", ("plastic", "steel", "nylon")),
    ("work sock", "work socks", "WS", ("cotton", "wool", "nylon")),
    ("head lamp", "head lamps", "HL", ("plastic", "rubber", "steel")),
)
WORN = tuple(goods[1] for goods in GOODS if goods[0] != "cable tie")
TOWNS = ("Dayton", "Salem", "Fargo", "Tulsa", "Boise", "Akron", "Reno", "Macon")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
NAMES = (
    "Ms Reyes", "Mr Cole", "Ms Haddad", "Mr Novak", "Ms Tran", "Mr Boyd",
    "Ms Ito", "Mr Walsh", "Ms Frost", "Mr Singh", "Ms Varga", "Mr Dunn",
)
COUNTS = ("5", "12", "20", "25", "40", "60", "75", "80", "120", "200")
DOLLARS = ("13", "16", "19", "23", "27", "34", "38", "42", "47", "64")
CENTS = ("35", "55", "85", "95")
ORDERS = (
    "1042", "1187", "1365", "1590", "1723", "1808", "2031", "2254", "2496", "2617",
    "2873", "2990", "3148", "3309", "3462", "3571", "3785", "3916", "4027", "4417",
)
NUMBERS = ("110", "135", "204", "217", "260", "308", "342", "415", "480", "506")
COLORS = ("yellow", "orange", "black", "blue", "green", "white")
TERMS = ("7", "14", "21", "30", "45", "90")
STATES = ("unopened", "unused", "undamaged", "unmarked")
PERCENTS = ("3", "8", "10", "15", "18")
DATES = ("2", "4", "6", "11", "22", "28")
MONTHS = ("January", "March", "April", "June", "July", "August", "October", "November")
REASONS = ("a stock count", "new shelves", "staff training", "roof repairs", "a fire drill")
HOURS = ("six", "seven", "eight", "nine")
EVENINGS = ("four", "five", "noon", "three")
PLACES = ("the loading bay", "the cutting room", "the paint shop", "the yard")
FUNCTIONS = ("total", "cost", "weight", "refund")
FACTORS = ("price", "count", "rate", "boxes", "fee")
FIELDS = 3
LABELS = {
    "no": "order", "name": "name", "count": "count", "items": "goods", "town": "town", "day": "day",
    "part": "part", "color": "color", "stuff": "made of", "price": "price", "term": "term", "state": "state",
    "percent": "discount", "date": "due", "open": "opens", "close": "closes", "sign": "sign", "reason": "cause",
    "place": "place",
}
RESULTS = ("sum", "result", "value", "answer")
