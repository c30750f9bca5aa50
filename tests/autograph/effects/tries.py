"""Dicts in dicts, and objects with dicts of objects, that are descended along keys which the program chooses."""

from __future__ import annotations

from tests.autograph.effects.outcomes import cases


@cases(0, 1, 2, 3)
def down_a_prefix(n):
    node = {"c": {"a": {"t": {}, "r": {}}}}
    for ch in "cat"[:n]:
        node = node[ch]
    return len(node)


@cases(0, 1, 2, 3, 4)
def down_to_what_is_missing(n):
    node = {"c": {"a": {"t": {}}}}
    for ch in "cars"[:n]:
        if ch not in node:
            return -1
        node = node[ch]
    return len(node)


@cases(0, 1, 2, 3, 4)
def keys_at_a_prefix(n):
    node = {"c": {"a": {"t": {"$": 1}, "r": {"$": 2, "d": {"$": 3}}}}, "d": {"$": 4}}
    for ch in "card"[:n]:
        node = node[ch]
    return sorted(node), "$" in node


@cases(0, 1, 2)
def got_along_a_word(n):
    trie = {"c": {"a": {"$": 7}}, "d": {"$": 8}}
    node = trie
    for ch in ["ca", "d", "cx"][n]:
        node = node.get(ch)
        if node is None:
            return -1
    return node.get("$", 0)


@cases(0, 1, 2)
def down_a_path_of_names(n):
    tree = {"a": {"b": {"c": {}}, "d": {}}}
    node = tree
    for name in ["a", "b", "c"][:n]:
        node = node[name]
    return len(node)


@cases(0, 1, 2)
def left_branches(n):
    tree = {"value": 1, "left": {"value": 2, "left": {"value": 3}}}
    node, total = tree, 0
    while node and total < n * 2:
        total += node["value"]
        node = node.get("left")
    return total


@cases((0, 5), (1, 6), (2, 7))
def stored_where_the_path_leads(n, x):
    tree = {"a": {"b": {"v": 1}, "v": 2}, "v": 3}
    node = tree
    for name in ["a", "b"][:n]:
        node = node[name]
    node["v"] = x
    return tree


class Trie:
    """Words, of dicts in dicts."""

    def __init__(self, words=""):
        self.root = {}
        for word in words.split():
            self.add(word)

    def add(self, word):
        node = self.root
        for ch in word:
            node = node.setdefault(ch, {})
        node["$"] = word

    def has(self, word):
        node = self.root
        for ch in word:
            if ch not in node:
                return False
            node = node[ch]
        return "$" in node

    def count(self, node=None):
        node = self.root if node is None else node
        return sum(1 if key == "$" else self.count(child) for key, child in node.items())


@cases(0, 1, 2, 3)
def word_found(n):
    return Trie("car cat do").has(["ca", "car", "do", "x"][n])


@cases(0, 1, 2, 3)
def prefix_found(n):
    return Trie("car cat do c").has("cars"[:n])


@cases(0, 1, 2)
def words_added(n):
    trie = Trie("car")
    if n > 0:
        trie.add("cat")
    if n > 1:
        trie.add("do")
    return trie.has("do"), trie.has("cat"), trie.has("ca"), trie.count()


class Node:
    """A node of a trie of objects."""

    def __init__(self):
        self.children = {}
        self.is_word = False


class Words:
    """Words, of objects with dicts of objects."""

    def __init__(self, words):
        self.root = Node()
        for word in words.split():
            self.add(word)

    def add(self, word):
        node = self.root
        for ch in word:
            if ch not in node.children:
                node.children[ch] = Node()
            node = node.children[ch]
        node.is_word = True

    def has(self, word):
        node = self.root
        for ch in word:
            if ch not in node.children:
                return False
            node = node.children[ch]
        return node.is_word

    def starting(self, prefix):
        node = self.root
        for ch in prefix:
            node = node.children.get(ch)
            if node is None:
                return 0
        return self.count(node)

    def count(self, node):
        return int(node.is_word) + sum(self.count(child) for child in node.children.values())


@cases(0, 1, 2, 3, 4)
def prefix_found_in_objects(n):
    return Words("car cat do c").has("cars"[:n])


@cases(0, 1, 2, 3)
def word_found_in_objects(n):
    return Words("car cat do").has(["ca", "car", "do", "x"][n])


@cases(0, 1, 2)
def words_added_to_objects(n):
    words = Words("car")
    if n > 0:
        words.add("cat")
    if n > 1:
        words.add("do")
    return words.has("cat"), words.has("do"), words.has("ca"), words.starting("")
