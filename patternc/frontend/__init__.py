"""Text to mask IR: parse, check, lower; and the formatter, which needs the first alone."""
