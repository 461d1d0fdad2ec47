"""`python -m patternc.cli`."""

from patternc.cli import main

main()
