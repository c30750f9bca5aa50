"""Lists of objects, classes, methods and builtin functions that staged branches and loops make longer or shorter."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Square:
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side


class Disc:
    def __init__(self, radius, group=None):
        self.radius = radius
        self.group = group

    def area(self):
        return 3 * self.radius


class Unit:
    def area(self):
        return 7


@cases(0, 3, 6)
def one_more(n):
    a, b, c = Square(1), Square(n), Square(3)
    shapes = [a, b]
    if n > 2:
        shapes.append(c)
    for s in shapes:
        s.side += 1
    return a.side, b.side, c.side, len(shapes)


@cases(0, 3, 6, jax="refused AG021 AG022")
def of_three_classes(n):
    unit = Unit()
    shapes = [Square(n), Disc(n)]
    if n > 2:
        shapes.append(unit)
    total = 0
    for s in shapes:
        total += s.area()
    return total, len(shapes), shapes[-1].area()


@cases(0, 3, 6, jax="refused AG021 AG022")
def one_fewer(n):
    a, b, c = Square(1), Disc(n), Unit()
    shapes = [a, b, c]
    if n > 2:
        shapes.remove(b)
    elif n > 0:
        shapes.pop()
    return [s.area() for s in shapes], b in shapes, shapes[0] is a, len(shapes)


@cases(0, 3, 6, jax="refused AG021 AG022")
def changed_after_it_was_added(n):
    a, b = Square(1), Square(2)
    shapes = [a]
    if n > 2:
        shapes.append(b)
    b.side = n
    first = sum(s.area() for s in shapes)
    shapes[-1].side = 10
    return first, a.side, b.side


@cases(0, 3, jax="refused AG021 AG022")
def added_in_a_loop(n):
    a, b = Square(1), Disc(2)
    shapes = []
    for i in range(n):
        shapes.append(a if i % 2 else b)
    total = 0
    for s in shapes:
        total = total * 10 + s.area()
    return total, len(shapes)


@cases(0, 3, jax="refused AG021 AG022")
def taken_off_in_a_loop(n):
    shapes = [Square(1), Disc(2), Unit()]
    total = 0
    while shapes and total < n:
        total += shapes.pop().area()
    return total, len(shapes)


@cases(0, 3, 6)
def the_largest(n):
    a, b, c = Square(1), Disc(n), Unit()
    shapes = [a, b]
    if n > 2:
        shapes.insert(0, c)
    best = max(shapes, key=lambda s: s.area())
    return best.area(), best is b, best is c


class Team:
    def __init__(self):
        self.members = []

    def join(self, member):
        self.members.append(member)

    def leave(self, member):
        if member in self.members:
            self.members.remove(member)

    def total(self):
        return sum(m.area() for m in self.members)


@cases(0, 3, 6, jax="refused AG021 AG022")
def held_by_an_object(n):
    a, b = Square(2), Disc(5)
    team = Team()
    team.join(a)
    if n > 2:
        team.join(b)
    first = team.total()
    if n > 4:
        team.leave(a)
    return first, team.total(), len(team.members)


@cases(0, 3, 6)
def under_names(n):
    a, b = Square(2), Disc(5)
    shapes = [("a", a)]
    if n > 2:
        shapes.append(("b", b))
    return [(name, s.area()) for name, s in shapes]


@cases(0, 3, 6, staged="refused AG021 AG022")
def returned(n):
    a, b = Square(n), Disc(n + 1)
    shapes = [a]
    if n > 2:
        shapes.append(b)
    return shapes


@cases(0, 3, 6)
def born_in_the_branch(n):
    shapes = [Square(n)]
    if n > 2:
        shapes.append(Disc(n + 1))
    return sum(s.area() for s in shapes)


@cases(0, 3, 6, staged="refused AG021 AG022")
def born_around_the_branch(n):
    shapes = []
    if n > 2:
        a = Square(n)
        shapes = [Disc(1)]
        if n > 4:
            shapes.append(a)
    return sum(s.area() for s in shapes)


@cases(0, 3, staged="refused AG021 AG022")
def born_in_a_loop(n):
    shapes = []
    for i in range(n):
        shapes.append(Square(i))
    return sum(s.area() for s in shapes)


@cases(0, 3, 6)
def filtered(n):
    shapes = [Square(1), Disc(n), Unit()]
    kept = [s for s in shapes if s.area() > n]
    return len(kept), sum(s.area() for s in kept)


@cases(0, 3, 6)
def builtin_functions(n):
    steps = [abs, int]
    if n > 2:
        steps.append(float)
    x = n - 4
    for f in steps:
        x = f(x)
    return x


@cases(0, 3, 6)
def methods(n):
    a, b = Square(1), Disc(n)
    areas = [a.area]
    if n > 2:
        areas.append(b.area)
    a.side = 5
    return [f() for f in areas]


@cases(0, 3, 6)
def classes(n):
    kinds = [Square]
    if n > 2:
        kinds.append(Disc)
    return [kind(n).area() for kind in kinds]


@cases(0, 3, 6, jax="refused AG021 AG022")
def swapped(n):
    a, b, c = Square(1), Square(2), Disc(3)
    shapes = [a, b]
    if n > 2:
        shapes.append(c)
    if n > 4:
        shapes[0], shapes[-1] = shapes[-1], shapes[0]
    shapes.reverse()
    t = 0
    for s in shapes:
        t = t * 10 + s.area()
    return t


@cases(0, 3, 6, jax="refused AG021 AG022")
def held_twice(n):
    a, b = Square(1), Square(2)
    shapes = [a, b]
    if n > 2:
        shapes.append(a)
    for s in shapes:
        s.side *= 2
    return a.side, b.side, shapes.count(a), shapes.index(b)


@cases(0, 3, staged="refused AG021 AG022")
def either_in_loop(n):
    shapes = []
    for i in range(n):
        if i % 2:
            o = Square(i)
        else:
            o = Disc(i)
        shapes.append(o)
    return sum(s.area() for s in shapes)


@cases(0, 3, staged="refused AG021 AG022")
def one_in_loop_branch(n):
    shapes = [Square(1)]
    for i in range(n):
        o = Square(2)
        if i % 2:
            o = Square(i)
        shapes.append(o)
    return sum(s.area() for s in shapes)


@cases(0, 3, 6, staged="refused AG021 AG022")
def either_in_branch(n):
    shapes = [Square(1)]
    if n > 1:
        if n > 4:
            o = Square(n)
        else:
            o = Disc(n)
        shapes.append(o)
    return sum(s.area() for s in shapes)


@cases(0, 3, 6)
def chosen_before(n):
    shapes = [Square(1)]
    if n > 4:
        o = Square(n)
    else:
        o = Disc(n)
    if n > 1:
        shapes.append(o)
    return sum(s.area() for s in shapes)


@cases(0, 3, 6, jax="refused AG021 AG022")
def chosen_one_class(n):
    shapes = [Square(1)]
    o = Square(5)
    if n > 4:
        o = Square(n)
    if n > 1:
        shapes.append(o)
    o.side += 1
    return sum(s.area() for s in shapes), o is shapes[-1]


@cases(0, 3, 6, staged="refused AG021 AG022")
def local_list(n):
    total = 0
    for i in range(n):
        shapes = [Square(i)]
        d = Disc(i)
        if i > 1:
            shapes.append(d)
        total += sum(s.area() for s in shapes)
    return total


@cases(0, 3, 6)
def called(n):
    def make(k):
        return Square(k) if k % 2 else Disc(k)

    a, b = make(1), make(n)
    shapes = [a]
    if n > 1:
        shapes.append(b)
    b.extra = 1
    return sum(s.area() for s in shapes)


@cases(0, 3, 6, staged="refused AG021 AG022")
def added_in_place(n):
    shapes = [Square(n)]
    if n > 2:
        shapes += [Disc(n + 1)]
    return sum(s.area() for s in shapes)


@cases(0, 3, 6, staged="refused AG021 AG022")
def bound_again(n):
    shapes = [Square(n)]
    same = shapes
    if n > 2:
        shapes.append(Disc(n + 1))
        same = shapes
    return sum(s.area() for s in shapes), len(same)


@cases(0, 3, 6)
def two_names(n):
    shapes = [Square(n)]
    same = shapes
    if n > 2:
        shapes.append(Disc(n + 1))
    same.append(Square(7))
    return sum(s.area() for s in shapes), len(same)


@cases(0, 3, 6, staged="refused AG021 AG022")
def knows_its_group(n):
    shapes = [Square(n)]
    if n > 2:
        d = Disc(n + 1)
        shapes.append(d)
        d.group = shapes
    return sum(s.area() for s in shapes)


@cases(0, 3, 6)
def named_as_well(n):
    shapes = [Square(n)]
    d = None
    if n > 2:
        d = Disc(n + 1)
        shapes.append(d)
    if d is not None:
        d.radius += 1
    return sum(s.area() for s in shapes), len(shapes)


@cases(0, 3, 6, staged="refused AG021 AG022")
def on_either_side(n):
    shapes = [Square(n)]
    if n > 2:
        shapes.append(Disc(n + 1))
    else:
        shapes.append(Square(4))
        shapes.append(Square(5))
    return sum(s.area() for s in shapes), len(shapes)


@cases(0, 3, 6)
def several(n):
    shapes = []
    if n > 2:
        shapes.append(Disc(n + 1))
        shapes.append(Square(4))
    shapes[0:1] = []
    return sum(s.area() for s in shapes), len(shapes)


@cases(0, 3, 6, staged="refused AG021 AG022")
def twice(n):
    shapes = []
    if n > 2:
        shapes.append(Disc(n + 1))
    if n > 4:
        shapes.append(Square(4))
    return sum(s.area() for s in shapes), len(shapes)


@cases(0, 3, 6, jax="refused AG021 AG022")
def changed_later(n):
    shapes = [Square(n)]
    if n > 2:
        shapes.append(Disc(n + 1))
    shapes[-1].radius = 4
    shapes[0].side = 3
    return [s.area() for s in shapes]


class Cart:
    def __init__(self):
        self.items = []

    def add(self, price):
        self.items.append(Square(price))
        return self

    def total(self):
        return sum(i.area() for i in self.items)


@cases(0, 3, 6)
def in_a_method(n):
    cart = Cart()
    cart.add(n).add(2)
    if cart.total() > 10:
        cart.add(5)
    return cart.total(), len(cart.items)


@cases(0, 3, 6, staged="refused AG021 AG022")
def in_a_method_returned(n):
    cart = Cart()
    cart.add(n)
    if n > 3:
        cart = cart.add(5)
    return cart.total(), len(cart.items)


@cases(0, 3, 6, jax="refused AG021 AG022")
def raised_on_the_other(n):
    shapes = [Square(n)]
    if n > 2:
        shapes.append(Disc(n + 1))
    elif n == 0:
        raise ValueError("none")
    return [s.area() for s in shapes]


@cases(0, 3, 6, staged="refused AG021 AG022")
def over_them(n):
    shapes = [Square(n), Square(2)]
    for s in shapes:
        if s.area() > 20 and len(shapes) < 4:
            shapes.append(Disc(1))
    return [s.area() for s in shapes]


@cases(0, 3, 6, staged="refused AG021 AG022")
def known_loop(n):
    shapes = [Square(n)]
    for k in (1, 2):
        if n > k * 2:
            shapes.append(Disc(k))
    return [s.area() for s in shapes]


class Matrix:
    def __init__(self, rows):
        self.rows = rows

    def __matmul__(self, other):
        columns = list(zip(*other.rows, strict=True))
        return Matrix([[sum(a * b for a, b in zip(row, c, strict=True)) for c in columns] for row in self.rows])

    def __iadd__(self, k):
        for row in self.rows:
            for j in range(len(row)):
                row[j] += k
        return self


@cases(0, 1, 5, staged="refused AG024")
def rows_of_one_of_many_matrices(n):
    """Each row may be one of twice as many with each product: it is given up soon."""
    result = Matrix([[1, 0], [0, 1]])
    base = Matrix([[1, 1], [1, 0]])
    while n > 0:
        if n % 2 == 1:
            result = result @ base
        base = base @ base
        n //= 2
    result += 1
    return result.rows


@cases(0, 1, 5)
def rows_of_a_product(n):
    result = Matrix([[1, 0], [0, 1]])
    base = Matrix([[1, 1], [1, 0]])
    while n > 0:
        if n % 2 == 1:
            result = result @ base
        base = base @ base
        n //= 2
    return result.rows, base.rows[0][0]
