"""`python -m patternc` is the command `patternc`."""

from patternc.cli import main

main()
