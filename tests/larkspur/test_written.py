"""A fill as far as passes have written it; and chapters whose words, pictures and counts agree about where that is."""

from toylm.trace import Pass, Trace

from plates.larkspur.written import written

END = 1


def fill(canvas, *passes):
    trace = Trace("by hand", {}, 0, 0, canvas, list(passes), [], {0: "▢", 1: "∎", 5: "Q", 7: " four"})
    trace.ids = trace.canvas_at(len(passes))
    return trace


def test_what_stands_after_the_end_token_for_nothing_is_left_out():
    trace = fill([5, 0, 0, 0, 0], Pass([(1, 2)], commits=[(1, 7)]), Pass([(2, 3)], commits=[(2, END)]),
                 Pass([], commits=[(3, END), (4, END)], kind="end"))
    cut = written(trace)
    assert (cut.canvas, cut.ids, len(cut.passes)) == ([5, 0, 0], [5, 7, END], 2)
    assert Trace.from_json(cut.to_json()).to_json() == cut.to_json()
    assert len(trace.passes) == 3 and trace.ids == [5, 7, END, END, END], "the fill itself stays"


def test_a_place_between_others_is_told_with_the_pass_before_it():
    trace = fill([5, 0, 0, 0, 0], Pass([(1, 4)], commits=[(3, END)]), Pass([(1, 4)], commits=[(1, END)]),
                 Pass([], commits=[(2, END), (4, END)], kind="end"))
    assert [one.commits for one in written(trace).passes] == [[(3, END)], [(1, END), (2, END)]]
    assert written(trace).ids == [5, END, END, END]


def test_a_fill_that_no_end_token_cut_short_is_whole():
    trace = fill([5, 0, 0], Pass([(0, 3)], commits=[(1, 7), (2, END)]))
    assert written(trace) is trace
