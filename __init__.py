"""For `import threefold` in a script beside a clone of that name: Python finds this folder there, and the package is one deeper.

Without this file the folder would be a namespace package: one without contents, which hides the installed package.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location

if __name__ == "threefold":  # pytest imports this file too, under the name of the folder
    spec = spec_from_file_location(__name__, f"{__path__[0]}/threefold/__init__.py")
    assert spec
    assert spec.loader
    sys.modules[__name__] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[__name__])
