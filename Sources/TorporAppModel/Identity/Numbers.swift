/// An identifier that is a number handed out by counting up from 1; 0 never names anything.
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

  /// Orders identifiers by the time they were handed out.
  @inlinable package static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Reads the identifier from decimal digits; `nil` where the text is anything else.
  @usableFromInline package init?(_ text: String) {
    guard let number = UInt64(text) else { return nil }
    self.init(rawValue: number)
  }
}

/// One process of an app, from its start to its end; counted over the whole life of the device.
@usableFromInline package struct LaunchIdentifier: CountedIdentifier, Saved {
  /// The number.
  @usableFromInline package let rawValue: UInt64

  /// Makes the identifier from its number.
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Whether they name the same thing.
  @inlinable package static func == (left: LaunchIdentifier, right: LaunchIdentifier) -> Bool {
    left.rawValue == right.rawValue
  }
}

/// One call of a callback of an app; the app names it when the callback has returned.
@usableFromInline package struct CallbackToken: CountedIdentifier, Saved {
  /// The number.
  @usableFromInline package let rawValue: UInt64

  /// Makes the identifier from its number.
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Whether they name the same thing.
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

  /// The token that no task has: background running was not possible.
  public static let invalid = BackgroundTaskIdentifier(rawValue: 0)

  /// The number in decimal digits, as on the wire.
  public var description: String { String(rawValue) }

  /// Orders identifiers by the time they were handed out.
  public static func < (left: BackgroundTaskIdentifier, right: BackgroundTaskIdentifier) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One request that waits for its reply; handed out by the host of the core, per daemon run.
@usableFromInline package struct RequestIdentifier: CountedIdentifier, Saved {
  /// The number.
  @usableFromInline package let rawValue: UInt64

  /// Makes the identifier from its number.
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }
}
