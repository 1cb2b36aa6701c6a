// Who speaks with the system speaks as apps do, and beyond.
@_exported public import TorporAppWire
