import TorporModel

// Accessories, Bluetooth and handed-over descriptors (§7).

extension Device {
  mutating func handle(
    _ request: AccessoryRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    .done
  }

  mutating func handle(
    _ request: BluetoothRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    .done
  }

  mutating func handle(
    _ request: DescriptorRequest,
    inSlot slot: Int,
    in turn: inout Turn
  ) -> Reply {
    .done
  }

  mutating func handle(_ event: AccessoryEvent, in turn: inout Turn) {}

  mutating func handle(_ event: BluetoothEvent, in turn: inout Turn) {}

  mutating func readable(
    _ name: String,
    isHungUp: Bool,
    of app: AppIdentifier,
    in turn: inout Turn
  ) {}

  mutating func descriptorLost(_ name: String, of app: AppIdentifier, in turn: inout Turn) {}

  mutating func linksFollow(
    slot: Int,
    from before: AppPhase,
    to after: AppPhase,
    in turn: inout Turn
  ) {}

  mutating func bootLinks(in turn: inout Turn) {}

  mutating func restartLinks(in turn: inout Turn) {}

  mutating func forceQuitLinks(of app: AppIdentifier, in turn: inout Turn) {}

  mutating func removeLinks(of app: AppIdentifier, in turn: inout Turn) {}

  /// The time of `links.nextLook` has come.
  mutating func reviewLinks(in turn: inout Turn) {}
}
