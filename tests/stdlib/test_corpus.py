"""Every function of the standard library converts: none is refused, and what comes out compiles."""

from __future__ import annotations

import ast
import importlib
import inspect
import sysconfig
import types
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograph import to_graph
from autograph.modules import convert_module

LIBRARY = Path(sysconfig.get_paths()["stdlib"])

SAMPLE = [
    "_pydecimal", "ast", "asyncio/tasks", "collections/__init__", "configparser", "contextlib", "dataclasses",
    "difflib", "email/message", "enum", "functools", "heapq", "inspect", "logging/__init__", "re/_parser", "statistics",
    "tarfile", "tokenize", "typing", "unittest/mock",
]  # fmt: skip


def texts(names: list[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        path = LIBRARY / f"{name}.py"
        if path.exists():
            yield str(path), path.read_text("utf-8")


def functions_of(module: types.ModuleType) -> Iterator[types.FunctionType]:
    """The functions that a module defines, those in its classes too."""
    stack: list[object] = [module]
    seen = set()
    while stack:
        holder = stack.pop()
        for value in vars(holder).values():
            if isinstance(value, (staticmethod, classmethod)):
                value = value.__func__
            elif isinstance(value, property):
                value = value.fget
            if getattr(value, "__module__", None) != module.__name__ or id(value) in seen:
                continue
            seen.add(id(value))
            if isinstance(value, type):
                stack.append(value)
            elif isinstance(value, types.FunctionType) and value.__code__.co_filename == module.__file__:
                yield value


def test_a_sample_of_the_standard_library_converts_and_compiles():
    count = 0
    for path, text in texts(SAMPLE):
        converted = convert_module(text, path)
        compile(converted, path, "exec", dont_inherit=True)
        count += sum(isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) for node in _nodes(text))
    assert count > 2000


def test_the_functions_of_imported_modules_convert():
    count = 0
    for name in ("argparse", "collections", "configparser", "contextlib", "difflib", "enum", "inspect", "typing"):
        for function in functions_of(importlib.import_module(name)):
            converted = to_graph(function)
            assert converted.__code__.co_firstlineno == function.__code__.co_firstlineno
            for kind in (inspect.isgeneratorfunction, inspect.iscoroutinefunction, inspect.isasyncgenfunction):
                assert kind(converted) == kind(function)
            count += 1
    assert count > 600


@pytest.mark.slow
def test_every_function_of_the_standard_library_converts_and_compiles():
    refused, count = [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for path in sorted(LIBRARY.rglob("*.py")):
            if "site-packages" in path.parts or "lib2to3" in path.parts:
                continue
            try:
                text = path.read_text("utf-8")
                nodes = list(_nodes(text))
                compile(text, str(path), "exec", dont_inherit=True)
            except (SyntaxError, UnicodeDecodeError, ValueError):
                continue  # a file that is wrong on purpose
            count += sum(isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) for node in nodes)
            try:
                compile(convert_module(text, str(path)), str(path), "exec", dont_inherit=True)
            except Exception as error:
                refused.append(f"{path}: {type(error).__name__}: {error}")
    assert not refused, "\n".join(refused)
    assert count > 40_000


def _nodes(text: str) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(text))
