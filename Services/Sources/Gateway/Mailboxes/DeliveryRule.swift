import TorporPush

/// Whether a push is handed to a device that is connected, or waits here (push.md, 7): values in, a verdict out.
struct DeliveryRule: Hashable, Sendable {
  /// The least priority that the device takes just now, as it says itself.
  var leastPriority = 1
  var isInLowPowerMode = false

  /// Why a push waits.
  enum Hold: String, Hashable, Sendable {
    /// The device is not connected.
    case offline
    /// The device says that it takes only pushes of a higher priority.
    case power
    /// The app has had its silent pushes of this hour.
    case rate
    /// The device has not acknowledged what it was handed.
    case window
    /// The channel is nobody's who is logged in on the device now.
    case absent
  }

  /// What lets a push that waits go.
  enum Occasion: Hashable, Sendable {
    /// It has just arrived, or the device has just connected or changed what it takes.
    case arrival
    /// The device has sent a beat, or is handed something visible, and is awake anyway (PN4).
    case contact
    /// The user opens the app (PN7).
    case launch
  }

  /// Whether a push waits for the sake of the battery alone.
  func withholds(_ push: Push) -> Bool {
    push.priority < (isInLowPowerMode ? 10 : leastPriority)
  }

  /// Why the push waits; `nil`: it is handed over.
  func hold(
    _ push: Push,
    on occasion: Occasion,
    _ throttle: PushThrottle,
    at nowMilliseconds: Int64
  ) -> Hold? {
    // A call, or talk, is never late by the rules for battery: its sender says when it is not worth delivering.
    if push.type == .voip || push.type == .pushtotalk || occasion == .launch { return nil }
    // Low Power Mode: what is not for now waits.
    if withholds(push) { return .power }
    guard push.isSilent, occasion == .arrival, push.environment == .production,
      throttle.nextMilliseconds(at: nowMilliseconds) != nil
    else { return nil }
    return .rate
  }
}
