import TorporModel

// Where the device is, and who is told (§8).

extension Device {
  mutating func handle(
    _ request: LocationRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    .done
  }

  mutating func placesFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {}

  mutating func bootPlaces(in turn: inout Turn) {}

  mutating func removePlaces(of app: AppIdentifier, in turn: inout Turn) {}

  mutating func restartPlaces(in turn: inout Turn) {}

  mutating func forceQuitPlaces(of app: AppIdentifier, in turn: inout Turn) {}

  /// The time of `places.nextLook` has come, or something that places depend on has changed.
  mutating func reviewPlaces(in turn: inout Turn) {}

  /// A fix has come in.
  mutating func handle(_ fix: Location, in turn: inout Turn) {}
}
