import TorporPush

/// The decision whether a push is handed to a connected device or waits here (push.md, 7): values in, a verdict out.
struct DeliveryRule: Hashable, Sendable {
  /// The lowest priority that the device currently accepts, as it has reported.
  var leastPriority = 1
  var isInLowPowerMode = false

  /// Why a push waits.
  enum Hold: String, Hashable, Sendable {
    /// The device is not connected.
    case offline
    /// The device has reported that it accepts only pushes with a higher priority.
    case power
    /// The app has received its silent pushes for this hour.
    case rate
    /// The device has not acknowledged earlier pushes.
    case window
    /// The channel belongs to a user who is not logged in on the device now.
    case absent
  }

  /// The event that releases a waiting push.
  enum Occasion: Hashable, Sendable {
    /// It has just arrived, or the device has just connected or changed the pushes that it accepts.
    case arrival
    /// The device has sent a beat, or is handed a visible push, and is awake anyway (PN4).
    case contact
    /// The user opens the app (PN7).
    case launch
  }

  /// Returns whether a push waits only to save battery power.
  func withholds(_ push: Push) -> Bool {
    push.priority < (isInLowPowerMode ? 10 : leastPriority)
  }

  /// Returns why the push waits; `nil`: it is handed over.
  func hold(
    _ push: Push,
    on occasion: Occasion,
    _ throttle: PushThrottle,
    at nowMilliseconds: Int64
  ) -> Hold? {
    // The battery rules never delay a call or push to talk: its sender determines when it is no longer worth
    // delivering.
    if push.type == .voip || push.type == .pushtotalk || occasion == .launch { return nil }
    // Low Power Mode: pushes that are not immediate wait.
    if withholds(push) { return .power }
    guard push.isSilent, occasion == .arrival, push.environment == .production,
      throttle.nextMilliseconds(at: nowMilliseconds) != nil
    else { return nil }
    return .rate
  }
}
