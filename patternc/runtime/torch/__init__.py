"""The library of the torch backend: attention by blocks of plain operations, or by torch's fused attention."""
