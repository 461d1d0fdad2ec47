"""What modules of the torch backend share: attention by blocks of plain operations, or torch's own where it serves."""
