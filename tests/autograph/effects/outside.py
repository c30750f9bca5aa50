"""What is outside of the program: files, processes, the environment, generators of random numbers, the end of it all.

No argument has the plain program do anything there; tracing it must not either.
"""

from __future__ import annotations

import json
import logging
import os
import pathlib
import random
import shutil
import subprocess
import sys
import threading
import time

import numpy as np

from tests.autograph.effects.outcomes import cases

MISSING = "/no/such/folder/file"


@cases(0, 3, staged="refused AG025")
def folder_made(n):
    if n > 5:
        os.mkdir(MISSING)
    return n


@cases(0, 3, staged="refused AG025")
def folder_made_by_a_conditional_expression(n):
    return os.mkdir(MISSING) if n > 7 else n


@cases(0, 3, staged="refused AG025")
def folder_made_by_a_path(n):
    if n > 5:
        pathlib.Path(MISSING).mkdir()
    return n


@cases(0, 3, staged="refused AG025")
def file_opened(n):
    if n > 5:
        with open(MISSING, "w"):
            pass
    return n


@cases(0, 3, staged="refused AG025")
def file_opened_in_a_loop(n):
    t = 0
    while n > 5:
        open(MISSING, "w").close()
        n -= 1
        t += n
    return t


@cases(0, 3, staged="refused AG025")
def file_written(n):
    with open(os.devnull, "w") as file:
        if n > 5:
            file.write("x")
    return n


@cases(0, 3, staged="refused AG025")
def file_written_by_a_function(n):
    with open(os.devnull, "w") as file:
        if n > 5:
            json.dump([1], file)
    return n


@cases(0, 3)
def file_written_whatever_the_path(n):
    with open(os.devnull, "w") as file:
        file.write("x")
        if n > 2:
            n = n + 1
    return n


@cases(0, 3, staged="refused AG025")
def array_saved(n):
    if n > 5:
        np.save(MISSING, np.zeros(2))
    return n


@cases(0, 3, staged="refused AG025")
def folder_removed(n):
    if n > 5:
        shutil.rmtree(MISSING, ignore_errors=True)
    return n


@cases(0, 3, staged="refused AG025")
def process_run(n):
    if n > 5:
        subprocess.run(["true"], check=False)
    return n


@cases(0, 3, staged="refused AG025")
def thread_started(n):
    hits = []
    thread = threading.Thread(target=lambda: hits.append(1))
    if n > 5:
        thread.start()
        thread.join()
    return len(hits)


@cases(0, 3, staged="refused AG025")
def waited(n):
    t = 0
    for i in range(n):
        time.sleep(0)
        t += i
    return t


@cases(0, 3, staged="refused AG024")
def variable_of_the_environment(n):
    if n > 5:
        os.environ["AUTOGRAPH_TEST"] = "1"
    return n + len(os.environ.get("AUTOGRAPH_TEST", ""))


@cases(0, 3, staged="refused AG024")
def number_drawn(n):
    if n > 5:
        n = n + int(random.random() * 3)
    return n


@cases(0, 3, staged="refused AG024")
def number_drawn_by_numpy(n):
    if n > 5:
        n = n + np.random.randint(3)
    return n


@cases(0, 3, staged="refused AG024 AG025")
def generator_seeded(n):
    if n > 5:
        random.seed(7)
    return n


@cases(0, 3, staged="refused AG025")
def generator_of_numpy_seeded(n):
    if n > 5:
        np.random.seed(7)
    return n


# `print` and `logging` tell what is traced.
@cases(0, 3)
def told(n):
    if n > 5:
        logging.getLogger("silent").debug("traced")
        sys.stdout.write("")
    return n


@cases(0, 3)
def asked_without_an_effect(n):
    t = 0
    if n > 2:
        t = len(os.path.join("a", "b")) + len(pathlib.Path("a", "b").parts) + int(os.path.exists(MISSING))
    return t


@cases(0, 3)
def lock_held(n):
    lock = threading.Lock()
    t = 0
    if n > 2:
        with lock:
            t = n
    return t


@cases(0, 3)
def program_ended(n):
    if n > 5:
        sys.exit(1)
    return n


@cases(0, 3)
def program_ended_by_raise(n):
    if n > 5:
        raise SystemExit(2)
    return n
