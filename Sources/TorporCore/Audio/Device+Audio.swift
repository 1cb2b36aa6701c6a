import TorporModel

// Sounds: who plays or records, and who gives way to whom (§7.1).

extension Device {
  mutating func handle(
    _ request: AudioRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    .done
  }

  mutating func soundsFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {}

  mutating func bootSounds(in turn: inout Turn) {}

  mutating func removeSounds(of app: AppIdentifier, in turn: inout Turn) {}
}
