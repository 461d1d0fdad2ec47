"""Text to mask IR: parse, check and lower; and the formatter, which needs only the parser's tokens."""
