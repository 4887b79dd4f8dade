"""Recognises Python 2 and says what to change."""

import re

# What a syntax error's line shows, and what to write instead.
SYNTAX = [
    (r"^\s*print\s+[^(=\s]", "`print x` is Python 2; write `print(x)`"),
    (r"^\s*print\s*$", "`print` alone is Python 2; write `print()`"),
    (r"\bexcept\s+[\w.]+\s*,\s*\w+\s*:", "`except X, e:` is Python 2; write `except X as e:`"),
    (r"^\s*raise\s+[\w.]+\s*,", '`raise X, "text"` is Python 2; write `raise X("text")`'),
    (r"<>", "`<>` is Python 2; write `!=`"),
    (r"`[^`]+`", "backticks are Python 2; write `repr(x)`"),
    (r"^\s*exec\s+[^(]", "`exec x` is Python 2; write `exec(x)`"),
    (r"\b0[0-7]+\b", "octal numbers with a leading 0 are Python 2; write `0o17`, or drop the 0"),
    (r"\b\d+[lL]\b", "long integers with an L are Python 2; drop the L"),
    (r"\bdef\s+\w+\s*\([^)]*\([^)]*\)", "tuple parameters are Python 2; unpack in the body"),
    (r"\blambda\s*\(", "`lambda (a, b):` is Python 2; take one argument and index it"),
    (r"\bur['\"]", "`ur''` strings are Python 2; write `r''`"),
]

# Names that Python 3 no longer has.
NAMES = {
    "xrange": "range",
    "raw_input": "input",
    "unicode": "str",
    "long": "int",
    "reduce": "functools.reduce",
    "cmp": "a key function",
    "unichr": "chr",
    "basestring": "str",
    "reload": "importlib.reload",
    "execfile": "exec(open(...).read())",
}

ATTRIBUTES = {
    "has_key": "`d.has_key(k)` is Python 2; write `k in d`",
    "iteritems": "`d.iteritems()` is Python 2; write `d.items()`",
    "itervalues": "`d.itervalues()` is Python 2; write `d.values()`",
    "iterkeys": "`d.iterkeys()` is Python 2; write `d.keys()`",
    "maxint": "`sys.maxint` is Python 2; write `sys.maxsize` or `float('inf')`",
}

MODULES = {
    "Queue": "queue",
    "cPickle": "pickle",
    "StringIO": "io",
    "Tkinter": "tkinter",
    "sets": "the built-in `set`",
    "urllib2": "urllib.request",
    "ConfigParser": "configparser",
    "__builtin__": "builtins",
    "itertools.izip": "zip",
}


def hints(error):
    """What to change, where the error is one that Python 2 code meets."""
    if isinstance(error, TabError):
        return ["tabs and spaces are mixed; use spaces only"]
    if isinstance(error, SyntaxError):
        found = [hint for pattern, hint in SYNTAX if re.search(pattern, error.text or "")]
        if "print" in (error.msg or "") and "parenthes" in error.msg and not found:
            found = [SYNTAX[0][1]]
        return [f"this is a Python 2 file: {hint}" for hint in found[:1]]
    if isinstance(error, ModuleNotFoundError) and error.name in MODULES:
        return [f"`{error.name}` is a Python 2 module; use {MODULES[error.name]}"]
    text = str(error)
    if isinstance(error, NameError):
        for name, other in NAMES.items():
            if f"'{name}'" in text:
                return [f"`{name}` is Python 2; use {other}"]
    if isinstance(error, AttributeError):
        for name, hint in ATTRIBUTES.items():
            if f"'{name}'" in text:
                return [hint]
    if isinstance(error, TypeError):
        return type_hints(text)
    return []


def type_hints(text):
    for kind in ("dict_keys", "dict_values", "dict_items", "map", "filter", "zip"):
        if f"'{kind}' object is not subscriptable" in text:
            return [f"in Python 3 this is no list ({kind}); wrap it in list(...)"]
        if f"object of type '{kind}' has no len()" in text:
            return [f"in Python 3 this is no list ({kind}); wrap it in list(...)"]
    return []
