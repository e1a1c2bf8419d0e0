"""`python -m wiki_hooks.cli`: the command line without its script, for hooks that name an interpreter."""

import sys

from wiki_hooks.cli import main

sys.exit(main())
