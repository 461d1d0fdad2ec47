"""From kernel IR to generated files."""
