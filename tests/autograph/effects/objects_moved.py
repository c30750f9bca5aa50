"""Objects that hold lists of unlike lengths, moved within lists by what a tensor says, and changed afterwards."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Job:
    def __init__(self, cost, *needs):
        self.cost = cost
        self.needs = list(needs)

    def __lt__(self, other):
        return self.cost < other.cost

    def __eq__(self, other):
        return self.cost == other.cost


def made():
    return [Job(1), Job(2, "x"), Job(3, "x", "y"), Job(4, "x", "y", "z")]


def seen(jobs):
    return [(j.cost, j.needs) for j in jobs]


@cases(0, 1, 2, 3)
def popped(i):
    jobs = made()
    kept = list(jobs)
    j = jobs.pop(i)
    j.needs.append("p")
    kept[1].needs.append("q")
    jobs[0].needs.append("r")
    jobs[-1].cost = 9
    return seen(jobs), seen(kept), seen([j])


@cases(0, 1, 2, 3)
def inserted(i):
    jobs = made()
    kept = list(jobs)
    new = Job(7)
    jobs.insert(i, new)
    new.needs.append("p")
    kept[1].needs.append("q")
    jobs[1].needs.append("r")
    jobs[2].cost = 9
    return seen(jobs), seen(kept), seen([new])


@cases(0, 1, 2, 3)
def stored(i):
    jobs = made()
    kept = list(jobs)
    new = Job(7)
    jobs[i] = new
    new.needs.append("p")
    kept[1].needs.append("q")
    jobs[1].needs.append("r")
    jobs[2].cost = 9
    return seen(jobs), seen(kept), seen([new])


@cases(0, 1, 2, 3)
def swapped(i):
    jobs = made()
    kept = list(jobs)
    jobs[0], jobs[i] = jobs[i], jobs[0]
    kept[1].needs.append("q")
    jobs[0].needs.append("r")
    jobs[2].cost = 9
    return seen(jobs), seen(kept)


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0))
def reversed_by_flag(a, b, c):
    jobs = [Job(3, "x"), Job(1), Job(2, "x", "y")]
    jobs.sort(key=lambda j: j.cost, reverse=a > b)
    first = jobs[0]
    first.needs.append("f")
    return seen(jobs), first.needs


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0))
def sorted_twice(a, b, c):
    jobs = [Job(a), Job(b, "x"), Job(c, "x", "y")]
    jobs.sort()
    jobs[0].cost += 2
    jobs[0].needs.append("f")
    jobs.sort(reverse=True)
    jobs[0].needs.append("g")
    return seen(jobs)


@cases((1, 2), (2, 1), (2, 2))
def min_with_shared(a, b):
    p, q = Job(a, "p"), Job(b)
    held = {"p": p, "q": q}
    m = min(p, q)
    m.needs.append("m")
    p.needs.append("n")
    m.cost = 0
    return seen(held.values()), m.needs, m is p
