// Nothing records signposts here: they cost nothing, and say so by `isEnabled`.

/// What tells signposts of one name apart.
public struct OSSignpostID: Hashable, Sendable, Comparable {
  /// The number.
  public let rawValue: UInt64
  /// Takes a number.
  public init(_ value: UInt64) { rawValue = value }
  /// Always `exclusive`.
  public init(log: OSLog) { self = .exclusive }
  /// Always `exclusive`.
  public init(log: OSLog, object: AnyObject) { self = .exclusive }

  /// The only one of its name.
  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
  /// None.
  public static let null = OSSignpostID(0)
  /// None.
  public static let invalid = OSSignpostID(~0)

  /// By their numbers.
  public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What a signpost says.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
  /// Apple's number.
  public let rawValue: UInt8
  /// Takes Apple's number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Something has happened.
  public static let event = OSSignpostType(rawValue: 0)
  /// Something begins.
  public static let begin = OSSignpostType(rawValue: 1)
  /// It ends.
  public static let end = OSSignpostType(rawValue: 2)
}

/// What has begun.
public final class OSSignpostIntervalState: Sendable {
  /// Its signpost.
  public let signpostID: OSSignpostID
  init(_ id: OSSignpostID) { signpostID = id }
  /// One that began elsewhere.
  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
    OSSignpostIntervalState(id)
  }
}

/// Marks what takes time, for nobody: nothing records it.
public struct OSSignposter: Sendable {
  /// Makes one for a log.
  public init(logHandle: OSLog) {}
  /// Makes one for a log.
  public init(logger: Logger) {}
  /// Makes one for a subject.
  public init(subsystem: String, category: String) {}
  /// Makes one without a subject.
  public init() {}

  /// Never.
  public var isEnabled: Bool { false }
  /// Records nothing, as all of them do.
  public static let disabled = OSSignposter()

  /// A number.
  public func makeSignpostID() -> OSSignpostID { .exclusive }
  /// A number.
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
  /// Does the work, and records nothing.
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
  /// What a log is for, beside messages.
  public struct Category: Hashable, Sendable {
    let name: String
    /// Events that somebody looks for; nothing records them.
    public static let pointsOfInterest = Category(name: "PointsOfInterest")
  }
  /// Makes a log for signposts.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.name)
  }
  /// Whether signposts are recorded: never.
  public var signpostsEnabled: Bool { false }
}
