// Nothing records signposts here: they cost nothing, and report this by `isEnabled`.

/// An identifier that distinguishes signposts with the same name.
public struct OSSignpostID: Hashable, Sendable, Comparable {
  /// The number.
  public let rawValue: UInt64
  /// Makes an identifier from a number.
  public init(_ value: UInt64) { rawValue = value }
  /// Always `exclusive`.
  public init(log: OSLog) { self = .exclusive }
  /// Always `exclusive`.
  public init(log: OSLog, object: AnyObject) { self = .exclusive }

  /// The only signpost with its name.
  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
  /// No signpost.
  public static let null = OSSignpostID(0)
  /// An invalid identifier.
  public static let invalid = OSSignpostID(~0)

  /// Orders by number.
  public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The type of a signpost.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
  /// Apple's number.
  public let rawValue: UInt8
  /// Makes a type from Apple's number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// An event.
  public static let event = OSSignpostType(rawValue: 0)
  /// The beginning of an interval.
  public static let begin = OSSignpostType(rawValue: 1)
  /// The end of an interval.
  public static let end = OSSignpostType(rawValue: 2)
}

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
  /// Its signpost.
  public let signpostID: OSSignpostID
  init(_ id: OSSignpostID) { signpostID = id }
  /// Returns the state of an interval that began elsewhere.
  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
    OSSignpostIntervalState(id)
  }
}

/// Marks intervals; nothing records them.
public struct OSSignposter: Sendable {
  /// Makes a signposter for a log.
  public init(logHandle: OSLog) {}
  /// Makes a signposter for a log.
  public init(logger: Logger) {}
  /// Makes a signposter for a subject.
  public init(subsystem: String, category: String) {}
  /// Makes a signposter without a subject.
  public init() {}

  /// Whether signposts are recorded: never.
  public var isEnabled: Bool { false }
  /// A signposter that records nothing, like all of them.
  public static let disabled = OSSignposter()

  /// Returns an identifier.
  public func makeSignpostID() -> OSSignpostID { .exclusive }
  /// Returns an identifier.
  public func makeSignpostID(from object: AnyObject) -> OSSignpostID { .exclusive }

  /// Records nothing.
  public func beginInterval(
    _ name: StaticString,
    id: OSSignpostID = .exclusive
  ) -> OSSignpostIntervalState { OSSignpostIntervalState(id) }
  /// Records nothing.
  public func beginInterval(
    _ name: StaticString,
    id: OSSignpostID = .exclusive,
    _ message: @autoclosure () -> OSLogMessage
  ) -> OSSignpostIntervalState { OSSignpostIntervalState(id) }
  /// Records nothing.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
  /// Records nothing.
  public func endInterval(
    _ name: StaticString,
    _ state: OSSignpostIntervalState,
    _ message: @autoclosure () -> OSLogMessage
  ) {}
  /// Records nothing.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {}
  /// Records nothing.
  public func emitEvent(
    _ name: StaticString,
    id: OSSignpostID = .exclusive,
    _ message: @autoclosure () -> OSLogMessage
  ) {}
  /// Runs the work, and records nothing.
  public func withIntervalSignpost<Result>(
    _ name: StaticString,
    id: OSSignpostID = .exclusive,
    around task: () throws -> Result
  ) rethrows -> Result { try task() }
}

/// Records nothing.
public func os_signpost(
  _ type: OSSignpostType,
  dso: UnsafeRawPointer? = nil,
  log: OSLog,
  name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {}

/// Records nothing.
public func os_signpost(
  _ type: OSSignpostType,
  dso: UnsafeRawPointer? = nil,
  log: OSLog,
  name: StaticString,
  signpostID: OSSignpostID = .exclusive,
  _ format: StaticString,
  _ arguments: Any...
) {}

extension OSLog {
  /// The purpose of a log besides messages.
  public struct Category: Hashable, Sendable {
    let name: String
    /// Events of interest; nothing records them.
    public static let pointsOfInterest = Category(name: "PointsOfInterest")
  }
  /// Makes a log for signposts.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.name)
  }
  /// Whether signposts are recorded: never.
  public var signpostsEnabled: Bool { false }
}
