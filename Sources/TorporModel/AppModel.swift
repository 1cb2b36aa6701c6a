// Who sees the vocabulary of the system sees what it shares with apps.
@_exported public import TorporAppModel
