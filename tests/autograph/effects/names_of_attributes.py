"""Attributes that are called as what the project has of its own."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


class Holder:
    pass


@cases((2, 3), (0, 1), (3, 0))
def called_original(n, m):
    o, p = Holder(), Holder()
    o.original = 0
    p.original = n
    o.original += 1
    if n > 1:
        o.original += m
    q = o if n > m else p
    q.original += 5
    r = o if n > 2 else None
    if r is not None:
        r.original += 1
    for i in range(m):
        o.original -= i
        q.original += o.original
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.original = i
    os[n % 2].original += 7
    return o.original, p.original, q.original, [x.original for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_holder(n, m):
    o, p = Holder(), Holder()
    o.holder = 0
    p.holder = n
    o.holder += 1
    if n > 1:
        o.holder += m
    q = o if n > m else p
    q.holder += 5
    r = o if n > 2 else None
    if r is not None:
        r.holder += 1
    for i in range(m):
        o.holder -= i
        q.holder += o.holder
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.holder = i
    os[n % 2].holder += 7
    return o.holder, p.holder, q.holder, [x.holder for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_read(n, m):
    o, p = Holder(), Holder()
    o.read = 0
    p.read = n
    o.read += 1
    if n > 1:
        o.read += m
    q = o if n > m else p
    q.read += 5
    r = o if n > 2 else None
    if r is not None:
        r.read += 1
    for i in range(m):
        o.read -= i
        q.read += o.read
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.read = i
    os[n % 2].read += 7
    return o.read, p.read, q.read, [x.read for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_since(n, m):
    o, p = Holder(), Holder()
    o.since = 0
    p.since = n
    o.since += 1
    if n > 1:
        o.since += m
    q = o if n > m else p
    q.since += 5
    r = o if n > 2 else None
    if r is not None:
        r.since += 1
    for i in range(m):
        o.since -= i
        q.since += o.since
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.since = i
    os[n % 2].since += 7
    return o.since, p.since, q.since, [x.since for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_value(n, m):
    o, p = Holder(), Holder()
    o.value = 0
    p.value = n
    o.value += 1
    if n > 1:
        o.value += m
    q = o if n > m else p
    q.value += 5
    r = o if n > 2 else None
    if r is not None:
        r.value += 1
    for i in range(m):
        o.value -= i
        q.value += o.value
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.value = i
    os[n % 2].value += 7
    return o.value, p.value, q.value, [x.value for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_backend(n, m):
    o, p = Holder(), Holder()
    o.backend = 0
    p.backend = n
    o.backend += 1
    if n > 1:
        o.backend += m
    q = o if n > m else p
    q.backend += 5
    r = o if n > 2 else None
    if r is not None:
        r.backend += 1
    for i in range(m):
        o.backend -= i
        q.backend += o.backend
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.backend = i
    os[n % 2].backend += 7
    return o.backend, p.backend, q.backend, [x.backend for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_absent(n, m):
    o, p = Holder(), Holder()
    o.absent = 0
    p.absent = n
    o.absent += 1
    if n > 1:
        o.absent += m
    q = o if n > m else p
    q.absent += 5
    r = o if n > 2 else None
    if r is not None:
        r.absent += 1
    for i in range(m):
        o.absent -= i
        q.absent += o.absent
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.absent = i
    os[n % 2].absent += 7
    return o.absent, p.absent, q.absent, [x.absent for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_name(n, m):
    o, p = Holder(), Holder()
    o.name = 0
    p.name = n
    o.name += 1
    if n > 1:
        o.name += m
    q = o if n > m else p
    q.name += 5
    r = o if n > 2 else None
    if r is not None:
        r.name += 1
    for i in range(m):
        o.name -= i
        q.name += o.name
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.name = i
    os[n % 2].name += 7
    return o.name, p.name, q.name, [x.name for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_place(n, m):
    o, p = Holder(), Holder()
    o.place = 0
    p.place = n
    o.place += 1
    if n > 1:
        o.place += m
    q = o if n > m else p
    q.place += 5
    r = o if n > 2 else None
    if r is not None:
        r.place += 1
    for i in range(m):
        o.place -= i
        q.place += o.place
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.place = i
    os[n % 2].place += 7
    return o.place, p.place, q.place, [x.place for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_unbound(n, m):
    o, p = Holder(), Holder()
    o.unbound = 0
    p.unbound = n
    o.unbound += 1
    if n > 1:
        o.unbound += m
    q = o if n > m else p
    q.unbound += 5
    r = o if n > 2 else None
    if r is not None:
        r.unbound += 1
    for i in range(m):
        o.unbound -= i
        q.unbound += o.unbound
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.unbound = i
    os[n % 2].unbound += 7
    return o.unbound, p.unbound, q.unbound, [x.unbound for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_pool(n, m):
    o, p = Holder(), Holder()
    o.pool = 0
    p.pool = n
    o.pool += 1
    if n > 1:
        o.pool += m
    q = o if n > m else p
    q.pool += 5
    r = o if n > 2 else None
    if r is not None:
        r.pool += 1
    for i in range(m):
        o.pool -= i
        q.pool += o.pool
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.pool = i
    os[n % 2].pool += 7
    return o.pool, p.pool, q.pool, [x.pool for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_number(n, m):
    o, p = Holder(), Holder()
    o.number = 0
    p.number = n
    o.number += 1
    if n > 1:
        o.number += m
    q = o if n > m else p
    q.number += 5
    r = o if n > 2 else None
    if r is not None:
        r.number += 1
    for i in range(m):
        o.number -= i
        q.number += o.number
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.number = i
    os[n % 2].number += 7
    return o.number, p.number, q.number, [x.number for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_options(n, m):
    o, p = Holder(), Holder()
    o.options = 0
    p.options = n
    o.options += 1
    if n > 1:
        o.options += m
    q = o if n > m else p
    q.options += 5
    r = o if n > 2 else None
    if r is not None:
        r.options += 1
    for i in range(m):
        o.options -= i
        q.options += o.options
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.options = i
    os[n % 2].options += 7
    return o.options, p.options, q.options, [x.options for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_error(n, m):
    o, p = Holder(), Holder()
    o.error = 0
    p.error = n
    o.error += 1
    if n > 1:
        o.error += m
    q = o if n > m else p
    q.error += 5
    r = o if n > 2 else None
    if r is not None:
        r.error += 1
    for i in range(m):
        o.error -= i
        q.error += o.error
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.error = i
    os[n % 2].error += 7
    return o.error, p.error, q.error, [x.error for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_parts(n, m):
    o, p = Holder(), Holder()
    o.parts = 0
    p.parts = n
    o.parts += 1
    if n > 1:
        o.parts += m
    q = o if n > m else p
    q.parts += 5
    r = o if n > 2 else None
    if r is not None:
        r.parts += 1
    for i in range(m):
        o.parts -= i
        q.parts += o.parts
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.parts = i
    os[n % 2].parts += 7
    return o.parts, p.parts, q.parts, [x.parts for x in os]


@cases((2, 3), (0, 1), (3, 0))
def called_array(n, m):
    o, p = Holder(), Holder()
    o.array = 0
    p.array = n
    o.array += 1
    if n > 1:
        o.array += m
    q = o if n > m else p
    q.array += 5
    r = o if n > 2 else None
    if r is not None:
        r.array += 1
    for i in range(m):
        o.array -= i
        q.array += o.array
    os = [Holder() for _ in range(2)]
    for i, x in enumerate(os):
        x.array = i
    os[n % 2].array += 7
    return o.array, p.array, q.array, [x.array for x in os]
