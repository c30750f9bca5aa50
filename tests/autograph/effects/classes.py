"""Objects of one class or another, which a tensor decides: their attributes, methods and class."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Shape:
    name = "shape"

    def __init__(self, w):
        self.w = w

    def area(self):
        return 0

    def describe(self):
        return f"{type(self).__name__} {self.area()}"


class Square(Shape):
    name = "square"

    def area(self):
        return self.w * self.w


class Rect(Shape):
    name = "rect"

    def __init__(self, w, h):
        super().__init__(w)
        self.h = h

    def area(self):
        return self.w * self.h

    def scale(self, k):
        self.w *= k
        self.h *= k
        return self


class Circle(Shape):
    def __init__(self, r):
        if r <= 0:
            raise ValueError("radius")
        super().__init__(r)

    def area(self):
        return 3 * self.w**2


@cases((2, 2), (2, 3))
def area2(w, h):
    s = Square(w) if w == h else Rect(w, h)
    return s.area()


@cases((2, 2), (2, 3))
def area_stmt(w, h):
    if w == h:
        s = Square(w)
    else:
        s = Rect(w, h)
    return s.area() + s.w


@cases((2, 2), (2, 3), (0, 1))
def area3(w, h):
    if w == h:
        s = Square(w)
    elif w > h:
        s = Shape(w)
    else:
        s = Rect(w, h)
    return s.area()


@cases((2, 2), (2, 3))
def name_of_class(w, h):
    s = Square(w) if w == h else Rect(w, h)
    return type(s).__name__


@cases((2, 2), (2, 3))
def class_attribute(w, h):
    s = Square(w) if w == h else Rect(w, h)
    return s.name


@cases((2, 2), (2, 3))
def isinst(w, h):
    s = Square(w) if w == h else Rect(w, h)
    if isinstance(s, Rect):
        return s.h
    return -1


@cases((2, 2), (2, 3))
def isinst_base(w, h):
    s = Square(w) if w == h else Rect(w, h)
    return isinstance(s, Shape), isinstance(s, (Square, Circle)), isinstance(s, int)


@cases((2, 2), (2, 3))
def write_attr(w, h):
    s = Square(w) if w == h else Rect(w, h)
    s.w += 10
    s.w = s.w * 2
    return s.area()


@cases((2, 2), (2, 3), staged="refused AG010")
def write_new_attr(w, h):
    s = Square(w) if w == h else Rect(w, h)
    s.tag = w + 5
    return s.tag, s.area()


@cases((2, 2), (2, 3))
def describe(w, h):
    s = Square(w) if w == h else Rect(w, h)
    return s.describe()


@cases((2, 2), (2, 3))
def known_before(w, h):
    a = Square(3)
    b = Rect(4, 5)
    s = a if w == h else b
    s.w += 1
    return a.w, b.w, s.area(), a.area(), b.area()


@cases((0, 2), (2, 3), (1, 1))
def raises_in_one(w, h):
    try:
        s = Circle(w) if w != h else Square(w)
    except ValueError as e:
        return -1
    return s.area()


class Failing(Shape):
    def area(self):
        if self.w > 2:
            raise ValueError("too wide")
        return 7


@cases((0, 2), (3, 2), (1, 1))
def method_raises(w, h):
    s = Failing(w) if w != h else Square(w)
    try:
        return s.area()
    except ValueError:
        return -5


@cases((0, 2), (3, 2), (1, 1))
def method_raises_out(w, h):
    s = Failing(w) if w != h else Square(w)
    return s.area()


@cases((2, 2), (2, 3))
def passed_to_function(w, h):
    def total(shape, k):
        return shape.area() * k

    s = Square(w) if w == h else Rect(w, h)
    return total(s, 3)


@cases(0, 1, 4)
def in_a_loop(n):
    t = 0
    for i in range(n):
        s = Square(i) if i % 2 == 0 else Rect(i, 2)
        t += s.area()
    return t


@cases(0, 1, 2, 3)
def factory(n):
    def make(kind, w):
        if kind == 0:
            return Square(w)
        elif kind == 1:
            return Rect(w, 3)
        elif kind == 2:
            return Circle(w)
        else:
            return Shape(w)

    s = make(n, 2)
    return s.area()


@cases(0, 1, 2)
def list_of_shapes(n):
    shapes = [Square(2), Rect(2, 3), Circle(1)]
    s = shapes[n]
    return s.area(), s.name


@cases((2, 2), (2, 3))
def returned_list(w, h):
    shapes = [Square(1), Square(w) if w == h else Rect(w, h), Circle(1)]
    return sum(s.area() for s in shapes)


@cases((2, 2), (2, 3))
def eq_is(w, h):
    a = Square(3)
    b = Rect(4, 5)
    s = a if w == h else b
    return s is a, s is b, s == a, s != b, s is None


@cases((2, 2), (2, 3))
def in_dict(w, h):
    a = Square(3)
    b = Rect(4, 5)
    names = {a: 1, b: 2}
    s = a if w == h else b
    return names[s]


@cases((2, 2), (2, 3))
def chained(w, h):
    r = Rect(w, h)
    s = r.scale(2) if w == h else Square(w)
    return s.area(), r.w


@cases((2, 2), (2, 3))
def hasattr_(w, h):
    s = Square(w) if w == h else Rect(w, h)
    return s.h if hasattr(s, "h") else 0


@cases((2, 2), (2, 3))
def getattr_(w, h):
    s = Square(w) if w == h else Rect(w, h)
    return getattr(s, "h", 42)


@cases((2, 2), (2, 3))
def matched(w, h):
    s = Square(w) if w == h else Rect(w, h)
    match s:
        case Rect(h=hh):
            return hh
        case Square(w=ww):
            return ww + 100
    return 0


@cases((2, 2), (2, 3))
def inner_attr(w, h):
    class Box:
        pass

    b = Box()
    b.shape = Square(w) if w == h else Rect(w, h)
    b.shape.w += 1
    return b.shape.area()


@cases((2, 2), (2, 3))
def inner_attr_stmt(w, h):
    class Box:
        pass

    b = Box()
    b.shape = Square(w)
    if w != h:
        b.shape = Rect(w, h)
    b.shape.w += 1
    return b.shape.area()
