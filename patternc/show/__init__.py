"""What `patternc show` draws: text for a terminal, SVG and PNG pictures, and a page with everything on it."""
