// The audio session; there are no players.
@_exported public import AVFAudio
