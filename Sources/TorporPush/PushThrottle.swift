internal import TorporAppModel
internal import TorporModel

/// How often silent pushes run one app, for the gateway, a package of its own: the rule of the device itself.
///
/// The gateway knows how many it has handed over and not whether the device hangs on a cable; so it applies the
/// number in an hour, and the device, which knows, the time between two.
public struct PushThrottle: Hashable, Sendable {
  /// When silent pushes were last handed over, in milliseconds of any clock that only moves forward, oldest first.
  public private(set) var handedOverMilliseconds: [Int64]

  /// A throttle that knows of these.
  public init(handedOverMilliseconds: [Int64] = []) {
    self.handedOverMilliseconds = handedOverMilliseconds.suffix(SilentPushRate.perHour)
  }

  /// When another silent push may be handed over; `nil`: now.
  public func nextMilliseconds(at nowMilliseconds: Int64) -> Int64? {
    let wakes = handedOverMilliseconds.map { Instant.zero + .milliseconds($0) }
    guard let next = SilentPushRate.nextByCount(after: wakes) else { return nil }
    let milliseconds = next.nanoseconds / 1_000_000
    return milliseconds > nowMilliseconds ? milliseconds : nil
  }

  /// Notes that one is handed over.
  public mutating func note(at nowMilliseconds: Int64) {
    handedOverMilliseconds.append(nowMilliseconds)
    if handedOverMilliseconds.count > SilentPushRate.perHour {
      handedOverMilliseconds.removeFirst()
    }
  }
}
