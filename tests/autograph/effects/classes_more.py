"""Objects of one class or another, in loops, handlers, containers and other objects."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Shape:
    count = 0

    def __init__(self, w):
        self.w = w
        self.calls = 0

    def area(self):
        self.calls += 1
        return self.w


class Sq(Shape):
    def area(self):
        super().area()
        return self.w * self.w


class Re(Shape):
    def __init__(self, w, h):
        super().__init__(w)
        self.h = h

    def area(self):
        self.calls += 10
        return self.w * self.h


class Bad(Shape):
    def area(self):
        self.calls += 100
        if self.w > 3:
            raise ValueError("too wide")
        return 1


def make(n, w):
    if n == 0:
        return Sq(w)
    if n == 1:
        return Re(w, 2)
    if n == 2:
        return Bad(w)
    return Shape(w)


@cases((0, 2), (1, 2), (2, 2), (3, 2), (2, 9))
def try_around(n, w):
    s = make(n, w)
    try:
        a = s.area()
    except ValueError:
        a = -1
    finally:
        s.w += 1
    return a, s.calls, s.w


@cases((0, 2), (1, 2), (2, 2), (3, 2))
def nested_choice(n, w):
    s = make(n, w)
    t = make(n + 1, w) if w > 1 else s
    u = s if n > 1 else t
    u.w += 5
    return s.area() + t.area(), u.area(), u.calls, s is u


@cases((0, 2), (1, 2), (3, 5))
def in_comprehension(n, w):
    shapes = [make(i % 2, w) for i in range(3)]
    shapes.append(make(n, w))
    return [s.area() for s in shapes], sum(s.calls for s in shapes)


@cases((0, 2), (1, 2), (3, 5))
def while_area(n, w):
    s = make(n, w)
    while s.area() < 30:
        s.w += 1
    return s.w, s.calls


@cases((0, 2), (1, 2), (3, 5), staged="refused AG024")
def replaced_in_loop(n, w):
    s = Sq(w)
    for i in range(n):
        if s.area() > 10:
            s = Re(2, i)
        else:
            s = Sq(s.w + 1)
    return s.area(), type(s).__name__


@cases((0, 2), (1, 2), (3, 5))
def kept_in_dict(n, w):
    d = {"a": Sq(w)}
    if n > 0:
        d["a"] = Re(w, n)
    d["a"].w += 1
    return d["a"].area()


@cases((0, 2), (1, 2), (3, 5))
def kept_in_list(n, w):
    xs = [Sq(w), Re(w, 1)]
    if n > 0:
        xs[0] = xs[1]
    xs[0].w += 1
    return xs[0].area(), xs[1].area(), xs[0] is xs[1]


@cases((0, 2), (1, 2), (3, 5))
def tuple_of_two(n, w):
    a, b = (Sq(w), Re(w, 2)) if n > 0 else (Re(w, 7), Sq(w + 1))
    return a.area(), b.area()


@cases((0, 2), (1, 2), (3, 5))
def swapped(n, w):
    a, b = Sq(w), Re(w, 3)
    if n > 0:
        a, b = b, a
    a.w += 10
    return a.area(), b.area(), isinstance(a, Sq)


@cases((0, 2), (1, 2), (3, 5))
def both_known_elsewhere(n, w):
    a, b = Sq(w), Re(w, 3)
    all_ = [a, b]
    c = a if n > 0 else b
    c.w = 50
    all_[0].w += 1
    return [x.w for x in all_], c.w


@cases((0, 2), (1, 2), (3, 5))
def or_default(n, w):
    s = None
    if n > 0:
        s = Sq(w)
    s = s or Re(w, 3)
    return s.area()


@cases((0, 2), (1, 2), (3, 5))
def none_or_two(n, w):
    s = None
    if n == 1:
        s = Sq(w)
    elif n > 1:
        s = Re(w, 3)
    if s is None:
        return -1
    return s.area()


@cases((0, 2), (1, 2), (3, 5))
def none_or_two_method(n, w):
    def find():
        if n == 1:
            return Sq(w)
        elif n > 1:
            return Re(w, 3)
        return None

    s = find()
    return s.area() if s else 0


@cases((0, 2), (1, 2), (3, 5))
def default_attribute(n, w):
    s = make(n, w)
    return getattr(s, "h", 0) + getattr(s, "w")


@cases((0, 2), (1, 2), (3, 5), staged="refused AG010")
def delete_attr(n, w):
    s = make(n, w)
    del s.calls
    return s.w


@cases((0, 2), (1, 2), (3, 5))
def nested_objects(n, w):
    class Holder:
        def __init__(self, s):
            self.s = s
            self.log = []

        def total(self):
            self.log.append(1)
            return self.s.area() + len(self.log)

    h = Holder(make(n, w))
    return h.total() + h.total(), h.s.calls


@cases((0, 2), (1, 2), (3, 5))
def holders_of_two(n, w):
    class A:
        def __init__(self, s):
            self.s = s

        def get(self):
            return self.s.area()

    class B:
        def __init__(self, s):
            self.t = s

        def get(self):
            return self.t.area() * 100

    s = Sq(w)
    h = A(s) if n > 0 else B(s)
    s.w += 1
    return h.get(), s.calls


@cases((0, 2), (1, 2), (3, 5))
def global_counter(n, w):
    log = {"a": 0, "b": 0}

    class A:
        def run(self):
            log["a"] += 1

    class B:
        def run(self):
            log["b"] += 2

    h = A() if n > 0 else B()
    for _ in range(3):
        h.run()
    return log


@cases((0, 2), (1, 2), (3, 5))
def appending(n, w):
    log = []

    class A:
        def run(self, x):
            log.append(x)

    class B:
        def run(self, x):
            log.append(-x)

    h = A() if n > 0 else B()
    for k in range(3):
        h.run(k)
    return log


@cases((0, 2), (1, 2), (3, 5))
def appending_differently(n, w):
    log = []

    class A:
        def run(self, x):
            log.append(x)
            log.append(x)

    class B:
        def run(self, x):
            log.append(-x)

    h = A() if n > 0 else B()
    h.run(w)
    return log


@cases((0, 2), (1, 2), (3, 5))
def property_setter(n, w):
    class A:
        def __init__(self):
            self._v = 1

        @property
        def v(self):
            return self._v

        @v.setter
        def v(self, x):
            self._v = x * 2

    class B:
        def __init__(self):
            self.v = 5

    h = A() if n > 0 else B()
    h.v = w
    h.v += 1
    return h.v


@cases((0, 2), (1, 2), (3, 5))
def chain_returns_self(n, w):
    class A:
        def __init__(self):
            self.v = 1

        def add(self, x):
            self.v += x
            return self

    class B(A):
        def add(self, x):
            self.v -= x
            return self

    h = A() if n > 0 else B()
    return h.add(3).add(w).v


@cases((0, 2), (1, 2), (3, 5))
def double_dispatch(n, w):
    class A:
        def hit(self, o):
            return o.hit_by_a(self)

        def hit_by_a(self, o):
            return 1

        def hit_by_b(self, o):
            return 2

    class B:
        def hit(self, o):
            return o.hit_by_b(self)

        def hit_by_a(self, o):
            return 3

        def hit_by_b(self, o):
            return 4

    x = A() if n > 0 else B()
    y = A() if w > 2 else B()
    return x.hit(y)


@cases((0, 2), (1, 2), (3, 5))
def missing_method(n, w):
    class A:
        def fly(self):
            return 1

    class B:
        pass

    x = A() if n > 0 else B()
    try:
        return x.fly()
    except AttributeError:
        return -1


@cases((0, 2), (1, 2), (3, 5))
def isinstance_guard(n, w):
    x = Re(w, 4) if n > 0 else Sq(w)
    return x.h if isinstance(x, Re) else x.w


@cases((0, 2), (1, 2), (3, 5))
def isinstance_and(n, w):
    x = Re(w, 4) if n > 0 else Sq(w)
    if isinstance(x, Re) and x.h > 2 and w > 2:
        return x.h
    return x.w


@cases((0, 2), (1, 2), (3, 5))
def early_return_guard(n, w):
    x = Re(w, 4) if n > 0 else Sq(w)
    if not isinstance(x, Re):
        return -1
    return x.h


@cases((0, 2), (1, 2), (3, 5))
def assert_guard(n, w):
    x = Re(w, 4) if n > 0 else Sq(w)
    assert isinstance(x, Shape)
    return x.w


@cases((0, 2), (1, 2), (3, 5))
def in_list_of(n, w):
    shapes = [Sq(1), Re(2, 3)]
    x = shapes[n % 2]
    return x in shapes, shapes.index(x), shapes.count(x)


@cases((0, 2), (1, 2), (3, 5))
def dict_by_class(n, w):
    x = Re(w, 4) if n > 0 else Sq(w)
    costs = {Sq: 10, Re: 20}
    return costs[type(x)], x.__class__.__name__, x.__class__ is Sq


@cases((0, 2), (1, 2), (3, 5), staged="refused AG024")
def vars_of(n, w):
    x = Re(w, 4) if n > 0 else Sq(w)
    return sorted(vars(x)) if n < 0 else len(vars(x))


# Lists that a constructor is given, and changes


@cases((3, 4, 5), (0, 1, 0), (2, -1, 2), (2, 0, 0))
def trimmed_when_made(a, b, c):
    class Polynomial:
        def __init__(self, coefficients):
            while len(coefficients) > 1 and coefficients[-1] == 0:
                coefficients = coefficients[:-1]
            self.coefficients = coefficients

    return Polynomial([a, b, c]).coefficients


@cases((3, 4, 5), (0, 1, 0), (2, -1, 2), (2, 0, 0))
def trimmed_by_a_base(a, b, c):
    class Base:
        def __init__(self, coefficients):
            while len(coefficients) > 1 and coefficients[-1] == 0:
                coefficients.pop()
            self.coefficients = coefficients

    class Polynomial(Base):
        def __init__(self, coefficients):
            super().__init__(coefficients)
            self.degree = len(self.coefficients) - 1

    given = [a, b, c]
    made = Polynomial(given)
    return made.coefficients, made.degree, given


@cases((3, 4, 5), (0, 1, 0), staged="refused AG022")
def trimmed_for_what_has_it_still(a, b, c):
    class Polynomial:
        def __new__(cls, coefficients):
            made = super().__new__(cls)
            made.given = coefficients
            while len(coefficients) > 1 and coefficients[-1] == 0:
                coefficients.pop()
            return made

        def __init__(self, coefficients):
            self.coefficients = coefficients

    made = Polynomial([a, b, c])
    return made.coefficients, made.given
