"""Complex numbers of staged parts."""

from __future__ import annotations

import cmath

from tests.autograph.effects.outcomes import cases


@cases(0, 2, 0.5)
def parts_of_a_complex_number(n):
    z, w, v = complex(n, 1), complex(1, n), complex(n)
    return z.real, z.imag, w.real, w.imag, v.real, v.imag, abs(z) > 2, abs(w)


@cases((0, 1), (2, 3), (0.5, 2))
def arithmetic_of_complex_numbers(a, b):
    z = complex(a, b)
    w = z * complex(b, a)
    return w.real, w.imag, (w / complex(1, b)).real, abs(w - z), (z**2).real, (z + w).imag, (-z).real


@cases(0, 2, 0.5)
def complex_and_known_numbers(n):
    z = complex(n, 1)
    return z == 1j, z != 2 + 1j, (z + 1).real, (2 * z).imag, (z / 2).real, (z - 0.5).real, (1 - z).real, (z * 1j).imag


@cases(0, 2, 0.5)
def conjugate(n):
    z = complex(n, 1)
    return z.conjugate().imag, (z * z.conjugate()).real, n.conjugate(), n.imag, n.real


@cases(0, 2, 0.5)
def number_and_imaginary_constant(n):
    z = n + 1j
    w = 1j * n
    return z.imag, z.real, abs(z), (w * w).real, w.conjugate().imag


@cases(0, 2, 0.5, runtime="refused AG013")
def complex_in_a_branch(n):
    z = 0j
    if n > 1:
        z = complex(n, 1)
    return z.real, z.imag


@cases(0, 2, 0.5)
def steps_until_it_leaves_the_disk(n):
    z, c, k = 0j, complex(n, 0.5), 0
    while abs(z) < 2 and k < 10:
        z = z * z + c
        k += 1
    return k


@cases(0.1, 2.5, 3)
def text_of_a_complex_number(n):
    z = complex(n, 0.3)
    return str(z), f"{z}"


@cases(0, 2, 0.5)
def class_of_a_complex_number(n):
    z = complex(n, 1)
    return isinstance(z, complex), type(z) is complex, isinstance(z, int), isinstance(z, float), bool(z)


@cases(0, 2, staged="refused AG034")
def complex_as_an_integer(n):
    try:
        return int(complex(n, 1))
    except TypeError:
        return -1


@cases(0, 2, 0.5)
def complex_numbers_in_a_list(n):
    zs = [complex(k, n) for k in range(3)]
    return [z.imag for z in zs], sum(abs(z) for z in zs)


@cases((2.0, 3.0), (-4.0, 0.0), (0.0, 0.0), (-1.0, -2.0))
def roots_of_complex_numbers(a, b):
    z = cmath.sqrt(complex(a, b))
    w = cmath.sqrt(a)
    return z.real, z.imag, w.real, w.imag, abs(z)


@cases((2.0, 3.0), (-4.0, 0.5), (0.5, 0.0), (-1.0, -2.0))
def polar_and_logarithms(a, b):
    z = complex(a, b)
    r, phi = cmath.polar(z)
    e = cmath.exp(z / 4)
    natural = cmath.log(z)
    return (
        r,
        phi,
        cmath.phase(z),
        cmath.rect(r, phi).real,
        e.real,
        e.imag,
        natural.real,
        natural.imag,
        cmath.log(z, 2).real,
    )


@cases((2.0, 3.0), (-4.0, 0.5), (0.5, 0.0), (-1.0, -2.0))
def waves_of_complex_numbers(a, b):
    z = complex(a, b) / 4
    return [v for f in (cmath.sin, cmath.cos, cmath.sinh, cmath.cosh, cmath.log10) for v in (f(z).real, f(z).imag)]


@cases((2.0, 3.0), (-4.0, 0.5), (0.5, 0.0), (-1.0, -2.0))
def close_and_finite(a, b):
    z = complex(a, b)
    return (
        cmath.isclose(z, z + 1e-12),
        cmath.isclose(z, z + 1, abs_tol=2.0),
        cmath.isnan(z),
        cmath.isfinite(z),
        cmath.isinf(z),
    )


@cases((2,), (-4,), (0,))
def root_of_an_integer(n):
    z = cmath.sqrt(n)
    return z.real, z.imag, (z * z).real


@cases((2,), (-4,), (0,))
def logarithm_of_nothing(n):
    try:
        return cmath.log(n).imag
    except ValueError as e:
        return str(e)


@cases((1.0, 2.0, 5.0), (1.0, -3.0, 2.0))
def roots_of_a_quadratic(a, b, c):
    d = cmath.sqrt(b * b - 4 * a * c)
    x, y = (-b + d) / (2 * a), (-b - d) / (2 * a)
    return x.real, x.imag, y.real, y.imag, x.imag == 0
