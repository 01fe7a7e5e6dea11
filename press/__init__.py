"""The press: Plateworks' generator. Words and traces in, a static site out.

The modules follow a build in order: load (content), words (Markdown), traces (the cache), assets
(scripts, styles, fonts), render (templates), publish (the swap), check. `build.py` is the door.
"""
