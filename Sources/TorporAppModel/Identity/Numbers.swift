/// An identifier that is a number, assigned by counting up from 1; 0 never identifies anything.
///
/// On the wire the number travels as a string, because JSON readers in other languages lose digits
/// beyond 2⁵³.
@usableFromInline
package protocol CountedIdentifier: Hashable, Comparable, Sendable, RawRepresentable,
  CustomStringConvertible
where RawValue == UInt64 {
  /// Makes the identifier from its number.
  init(rawValue: UInt64)
}

extension CountedIdentifier {
  /// The number in decimal digits, as on the wire.
  @inlinable package var description: String { String(rawValue) }

  /// Orders identifiers by the time at which they were assigned.
  @inlinable package static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Reads the identifier from decimal digits; `nil` if the text is anything else.
  @usableFromInline package init?(_ text: String) {
    guard let number = UInt64(text) else { return nil }
    self.init(rawValue: number)
  }
}

/// The identifier of one process of an app, from its start to its end; counted over the whole life of the device.
@usableFromInline package struct LaunchIdentifier: CountedIdentifier, Saved {
  /// The number.
  @usableFromInline package let rawValue: UInt64

  /// Makes the identifier from its number.
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Returns whether they identify the same thing.
  @inlinable package static func == (left: LaunchIdentifier, right: LaunchIdentifier) -> Bool {
    left.rawValue == right.rawValue
  }
}

/// The token of one call of an app's callback; the app sends it when the callback has returned.
@usableFromInline package struct CallbackToken: CountedIdentifier, Saved {
  /// The number.
  @usableFromInline package let rawValue: UInt64

  /// Makes the identifier from its number.
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Returns whether they identify the same thing.
  @inlinable package static func == (left: CallbackToken, right: CallbackToken) -> Bool {
    left.rawValue == right.rawValue
  }
}

/// The token of one background task, as `UIBackgroundTaskIdentifier`.
public struct BackgroundTaskIdentifier: CountedIdentifier, Saved {
  /// The number; 0 is `invalid`.
  public let rawValue: UInt64

  /// Makes the identifier from its number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The token of no task: background running was not possible.
  public static let invalid = BackgroundTaskIdentifier(rawValue: 0)

  /// The number in decimal digits, as on the wire.
  public var description: String { String(rawValue) }

  /// Orders identifiers by the time at which they were assigned.
  public static func < (left: BackgroundTaskIdentifier, right: BackgroundTaskIdentifier) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The identifier of a request that waits for its reply; assigned by the host of the core, for each run of the daemon.
@usableFromInline package struct RequestIdentifier: CountedIdentifier, Saved {
  /// The number.
  @usableFromInline package let rawValue: UInt64

  /// Makes the identifier from its number.
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }
}
