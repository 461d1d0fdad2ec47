"""The intermediate representations as readable text, for users and for tests."""
