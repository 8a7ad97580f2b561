"""Laboratory files, data deliverables and logger files: bytes in, one row per result or reading out.

``sheets`` and ``workbook`` turn bytes into cells, ``profiles`` and ``recognition`` say which column is which,
``results`` and ``readings`` say what the cells mean. Nothing here writes.
"""
