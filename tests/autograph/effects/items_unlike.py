"""Items of lists that are unlike each other, chosen, sorted and moved by what a tensor says."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from tests.autograph.effects.outcomes import cases


@dataclass(order=True)
class Task:
    priority: int
    name: str = field(compare=False)
    needs: tuple = field(default=(), compare=False)


class Job:
    def __init__(self, cost, *needs):
        self.cost = cost
        self.needs = list(needs)

    def __lt__(self, other):
        return self.cost < other.cost


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0))
def sorted_unlike_tuples(a, b, c):
    return [t[1:] for t in sorted([(a, "x"), (b, "y", 1), (c, "z", 2, 3)])]


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0))
def sorted_key_unlike_tuples(a, b, c):
    rows = [(a, ()), (b, ("p",)), (c, ("p", "q"))]
    return [needs for _, needs in sorted(rows, key=lambda r: r[0])]


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0))
def sorted_jobs_lists(a, b, c):
    jobs = [Job(a), Job(b, "x"), Job(c, "x", "y")]
    out = []
    for j in sorted(jobs):
        out.append((j.cost, len(j.needs)))
    return out


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0))
def changed_after_sorting(a, b, c):
    jobs = [Job(a), Job(b, "x"), Job(c, "x", "y")]
    ranked = sorted(jobs)
    ranked[0].cost += 10
    ranked[-1].needs.append("z")
    return [(j.cost, j.needs) for j in jobs]


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0))
def sort_in_place(a, b, c):
    tasks = [Task(a, "build"), Task(b, "test", ("build",)), Task(c, "ship", ("test", "build"))]
    tasks.sort(reverse=True)
    return [(t.name, t.needs) for t in tasks]


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0))
def min_of_tasks(a, b, c):
    tasks = [Task(a, "build"), Task(b, "test", ("build",)), Task(c, "ship", ("test", "build"))]
    best, worst = min(tasks), max(tasks, key=lambda t: t.priority)
    return best.name, best.needs, worst.needs, len(worst.needs)


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0), staged="refused AG011")
def pop_tasks(a, b, c):
    tasks = [Task(a, "build"), Task(b, "test", ("build",)), Task(c, "ship", ("test", "build"))]
    done = []
    while tasks:
        t = min(tasks)
        tasks.remove(t)
        done.append(t.name)
    return done


@cases(0, 1, 2, -1)
def pop_at(i):
    tasks = [Task(1, "build"), Task(2, "test", ("build",)), Task(3, "ship", ("test", "build"))]
    t = tasks.pop(i)
    return t.name, t.needs, [x.needs for x in tasks]


@cases(0, 1, 2, -1)
def insert_at(i):
    items = [(1,), (2, 3), (4, 5, 6)]
    items.insert(i, ())
    return items


@cases(0, 1, 2, 5)
def rotate_by(i):
    items = deque([(1,), (2, 3), (4, 5, 6)])
    items.rotate(i)
    return list(items)


@cases(0, 1, 2)
def delete_at(i):
    items = [(1,), (2, 3), (4, 5, 6)]
    del items[i]
    return items


@cases(0, 1, 2)
def swap_unlike(i):
    items = [(1,), (2, 3), (4, 5, 6)]
    items[0], items[i] = items[i], items[0]
    return items


@cases(0, 1, 2)
def objects_by_index(i):
    tasks = [Task(1, "build"), Task(2, "test", ("build",)), Task(3, "ship", ("test", "build"))]
    t = tasks[i]
    t.priority = 9
    return all(n in ("build", "x") for n in t.needs), [x.priority for x in tasks]


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0), staged="refused AG032")
def sorted_dicts(a, b, c):
    rows = [{"k": a}, {"k": b, "x": 1}, {"k": c, "y": 2, "x": 5}]
    return [r.get("x", 0) for r in sorted(rows, key=lambda r: r["k"])]


@cases((1, 2), (2, 1), (2, 2))
def sorted_mixed_objects(a, b):
    rows = [Task(a, "build"), Job(b, "x")]
    rows.sort(key=lambda r: r.priority if isinstance(r, Task) else r.cost)
    return [type(r).__name__ for r in rows]


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0))
def tasks_run(a, b, c):
    tasks = [Task(a, "build"), Task(b, "test", ("build",)), Task(c, "ship", ("test",))]
    done = []
    pending = sorted(tasks)
    rounds = 0
    while pending and rounds < 5:
        rounds += 1
        for t in list(pending):
            if all(n in done for n in t.needs):
                done.append(t.name)
                pending.remove(t)
    return done, rounds


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0), staged="refused AG032")
def sorted_lists_shared(a, b, c):
    x, y, z = [a], [b, 0], [c, 0, 0]
    rows = sorted([x, y, z])
    rows[0].append(7)
    x.append(9)
    return rows, x, y, z


@cases(0, 1, 2, staged="refused AG032")
def popped_list_changed(i):
    rows = [[1], [2, 3], [4, 5, 6]]
    keep = rows[1]
    r = rows.pop(i)
    r.append(0)
    keep.append(9)
    return rows, r, keep


@cases(0, 1, 2, staged="refused AG032")
def inserted_list_changed(i):
    rows = [[1], [2, 3], [4, 5, 6]]
    new = []
    rows.insert(i, new)
    new.append(1)
    rows[0].append(8)
    return rows, new


@cases(0, 1, 2, staged="refused AG032")
def rotated_changed(i):
    rows = deque([[1], [2, 3], [4, 5, 6]])
    first = rows[0]
    rows.rotate(i)
    first.append(0)
    rows[0].append(7)
    return list(rows)


@cases(0, 1, 2, staged="refused AG024 AG032")
def stored_unlike_lists(i):
    rows = [[1], [2, 3], [4, 5]]
    new = [0, 0, 0, 0]
    rows[i] = new
    new.append(1)
    rows[1].append(6)
    return rows, new


@cases((1, 2, 3), (3, 2, 1), (2, 2, 0))
def max_job_changed(a, b, c):
    jobs = [Job(a), Job(b, "x"), Job(c, "x", "y")]
    m = max(jobs, key=lambda j: j.cost)
    m.needs.append("z")
    m.cost += 1
    jobs[0].needs.append("w")
    return m.needs, m.cost, [j.needs for j in jobs]


@cases((1, 2), (2, 1), (2, 2))
def min_of_tuples_unlike(a, b):
    return min((a, "x"), (b, "y", 1)), max([(a, 1, 2), (b,)])
