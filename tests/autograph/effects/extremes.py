

@cases(5, 1, 0, staged="refused AG055")
def text_of_a_bool_or_a_number(n):
    return f"{max([n > 2, n])}"


@cases(1, True, staged="refused AG055")
def text_of_one_of_many_kinds(x):
    return repr(min([True, 1, 1.0, x]))
