"""Rings: what ranks exchange as a plan says, and what they attend."""
