import TorporModel

// Pushes as they reach the device (§6).

extension Device {
  mutating func handle(
    _ request: PushRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    .done
  }

  mutating func pushesFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {}

  mutating func bootPushes(in turn: inout Turn) {}

  mutating func removePushes(of app: AppIdentifier, in turn: inout Turn) {}

  mutating func forceQuitPushes(of app: AppIdentifier, in turn: inout Turn) {}

  /// The time of `pushes.nextLook` has come, or something that held pushes depend on has changed.
  mutating func reviewPushes(in turn: inout Turn) {}

  /// The user ends the call that is under way.
  mutating func endCall(of app: AppIdentifier, in turn: inout Turn) -> Reply { .done }
}
