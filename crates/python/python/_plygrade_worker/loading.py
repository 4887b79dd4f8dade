"""Finds and imports the submission."""

import importlib.machinery
import importlib.util
import inspect
import os
import random
import sys
import types

import _plygrade

from . import faults, plain

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Loaded:
    """A submission that was imported."""

    def __init__(self, module, folder, seed):
        self.module = module
        self.folder = folder
        self.seed = seed
        # Kept, so that a submission which rebinds names of `random` changes nothing here.
        self.random_seed = random.seed
        self.random = random.random

    def seed_all(self):
        """Starts all chance anew, so that two runs are alike."""
        self.random_seed(self.seed)
        numpy = sys.modules.get("numpy")
        if hasattr(numpy, "random"):
            numpy.random.seed(self.seed % (1 << 32))

    def find(self, names, wanted):
        """The first of `names` that the submission defines as something `wanted`."""
        for name in names:
            found = getattr(self.module, name, None)
            if found is not None and wanted(found):
                return found
        return None


def load(path, kind, seed):
    """Imports the file at `path`; reports and gives None when that fails."""
    random.seed(seed)
    path = os.path.abspath(path)
    folder = os.path.dirname(path)
    work_beside(path)
    name = os.path.splitext(os.path.basename(path))[0]
    kinds = ["berkeley", "lab"] if kind == "berkeley" else ["lab", "berkeley"]
    # Ours come first, for the states are native; then the submission's own helper files.
    sys.path[:] = [os.path.join(ROOT, part) for part in kinds[:1]] + [folder] + [
        os.path.join(ROOT, part) for part in kinds[1:]
    ] + [entry for entry in sys.path if entry not in ("", ROOT)]
    place = sys.meta_path.index(importlib.machinery.PathFinder)
    sys.meta_path.insert(place, Beside(folder, sys.path[0], name))
    sys.meta_path.append(Leftovers())
    given = {}
    if kind == "berkeley":
        # It registers what native states are made of, whether or not the submission imports it.
        import pacman  # noqa: F401

        add_own_tools(os.path.join(folder, "util.py"))
    else:
        given = lab_names(folder)
    try:
        module = import_file(name, path, given)
    except BaseException as error:
        faults.report(error, folder, loading=True)
        return None
    _plygrade.loaded(".".join(map(str, sys.version_info[:3])), *defined(module, folder))
    return Loaded(module, folder, seed)


def defined(module, folder):
    """The names of the classes, of the plain searches and of the other functions in `module` that
    are written in a file of `folder`."""
    classes, searches, functions = [], [], []
    for name in sorted(name for name in vars(module) if isinstance(name, str)):
        try:
            value = vars(module)[name]
            if not (inspect.isclass(value) or inspect.isfunction(value)):
                continue
            file = getattr(sys.modules.get(value.__module__), "__file__", None)
            if not os.path.abspath(file or ".").startswith(folder + os.sep):
                continue
            kind = classes if inspect.isclass(value) else (
                searches if plain.is_search(value) else functions
            )
        except BaseException:
            # What a submission makes of its own classes may fail at anything, and end at it.
            continue
        kind.append(name)
    return classes, searches, functions


# Files beside a submission that it finds where it works.
LINKS = 1000


def work_beside(path):
    """Works in the scratch folder, which is made to look like the submission's own: what lies there
    can be read under its name, and other files can be written."""
    os.chdir(os.environ["TMPDIR"])
    for name in sorted(os.listdir(os.path.dirname(path)))[:LINKS]:
        try:
            os.symlink(os.path.join(os.path.dirname(path), name), name)
        except OSError:
            pass


def add_own_tools(path):
    """Adds to our `util` what the submission's has besides: some students put their own functions
    there. The other modules of the course hold the rules, which are ours alone."""
    if not os.path.isfile(path):
        return
    import util

    state = random.getstate()
    spec = importlib.util.spec_from_file_location("util of the submission", path)
    own = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(own)
    except Exception:
        # Such as one for Python 2: nobody may need it.
        pass
    random.setstate(state)
    for name, value in vars(own).items():
        if not name.startswith("_") and not hasattr(util, name):
            setattr(util, name, value)


def lab_names(folder):
    """What a file of the lab may use without importing it.

    The lab's own `gameagents.py` is edited in place: a submission may be that file, or stand
    beside it, and define all of it or only what was to be written.
    """
    import gameagents

    given = {name: getattr(gameagents, name) for name in gameagents.__all__}
    own = os.path.join(folder, "gameagents.py")
    if os.path.isfile(own):
        del sys.modules["gameagents"]
        sys.meta_path.insert(0, Own("gameagents", own, given))
    return given


class Own:
    """Finds one module in the submission's folder, with names given to it."""

    def __init__(self, name, path, given):
        self.name, self.path, self.given = name, path, given

    def find_spec(self, name, path=None, target=None):
        if name != self.name:
            return None
        loader = GivingLoader(name, self.path, self.given)
        return importlib.util.spec_from_file_location(name, self.path, loader=loader)


class GivingLoader(importlib.machinery.SourceFileLoader):
    """Runs a file in a module that has some names already."""

    def __init__(self, name, path, given):
        super().__init__(name, path)
        self.given = given

    def exec_module(self, module):
        vars(module).update(self.given)
        super().exec_module(module)


def import_file(name, path, given):
    """Imports the submission, which the course's own files know as `multiAgents`.

    A file called `resource.py` takes nobody's module of that name away.
    """
    if name in sys.modules or name in LIBRARY:
        name += " of the submission"
    loader = GivingLoader(name, path, given)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if not os.path.isfile(os.path.join(os.path.dirname(os.path.abspath(path)), "multiAgents.py")):
        sys.modules["multiAgents"] = module
    loader.exec_module(module)
    return module


# Python says so from 3.10 on.
LIBRARY = getattr(sys, "stdlib_module_names", frozenset())


class Beside:
    """Finds modules in the submission's folder, which it may be forbidden to list."""

    def __init__(self, folder, ours, main):
        self.folder = folder
        self.ours = ours
        self.main = main

    def find_spec(self, name, path=None, target=None):
        if path is None and name == self.main and name in LIBRARY:
            # The submission itself is nobody's library.
            elsewhere = [entry for entry in sys.path if entry != self.folder]
            return importlib.machinery.PathFinder.find_spec(name, elsewhere, target)
        if path is not None or os.path.isfile(os.path.join(self.ours, name + ".py")):
            return None
        package = os.path.join(self.folder, name)
        for file, inside in ((os.path.join(package, "__init__.py"), [package]),
                             (package + ".py", None)):
            if os.path.isfile(file):
                return importlib.util.spec_from_file_location(
                    name, file, submodule_search_locations=inside
                )
        return None


class Leftovers:
    """Stands in for modules that an editor imported on its own, or that another project of the
    course has, and that are not here.

    `from turtle import pos` at the head of a file is seldom meant; where it is, using the name
    fails with the module's name.
    """

    NAMES = frozenset(
        "turtle tkinter Tkinter telnetlib pkg_resources webbrowser imp distutils cgi cgitb "
        "asyncore asynchat smtpd nntplib crypt pipes xdrlib matplotlib pylab setuptools "
        "idlelib lib2to3 antigravity pyparsing pip "
        # Of the course's grader and of its other projects.
        "autograder grading testClasses testParser searchTestClasses "
        "submission_autograder search searchAgents eightpuzzle capture captureAgents "
        "distanceCalculator busters bustersAgents inference mdp learningAgents qlearningAgents "
        "valueIterationAgents featureExtractors gridworld".split()
    )

    def __init__(self):
        self.made = set()

    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        # A part of a package that is really here is the package's own matter.
        if top in self.NAMES and (top == name or top in self.made):
            self.made.add(top)
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__getattr__ = lambda name: self.leftover(spec.name, name)
        module.__all__ = []
        return module

    def exec_module(self, module):
        pass

    @staticmethod
    def leftover(module, name):
        if name.startswith("__"):
            raise AttributeError(name)

        def unavailable(*args, **kwargs):
            raise ImportError(f"{module}.{name} is not available here")

        unavailable.__name__ = name
        # A class may be made from another one before anything of it is used.
        return type(name, (), {"__init__": unavailable}) if name[:1].isupper() else unavailable
