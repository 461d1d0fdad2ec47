"""The output of `patternc show`: text for a terminal, SVG and PNG pictures, and an HTML page with all details."""
