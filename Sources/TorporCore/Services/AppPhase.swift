package import TorporModel

/// The phase of an app's process, as the services distinguish it.
package enum AppPhase: Hashable, Sendable {
  case dead, onScreen, background, suspended
}

extension ProcessLifecycle {
  package var phase: AppPhase {
    if launch == nil || isEnding { return .dead }
    if isOnScreen { return .onScreen }
    return isFrozenOrFreezing ? .suspended : .background
  }
}

/// The assertions by which services keep an app running, off screen and without a wake.
///
/// Each service sets and takes back its own; the app is suspended when none is left.
package struct Assertions: Hashable, Sendable, Saved {
  package enum Kind: String, Hashable, Sendable, Saved, CaseIterable {
    /// A location session that was started on screen (§8.1).
    case location
    /// Sound that is heard or recorded (§7).
    case audio
    /// A call is under way (§7, voip).
    case call
    /// A participant speaks on the app's channel (§7.4).
    case pushToTalk = "talk"

    var reason: Reason {
      switch self {
      case .location: .locationUpdates
      case .audio: .audio
      case .call: .call
      case .pushToTalk: .pushToTalk
      }
    }
  }

  fileprivate struct Held: Hashable, Sendable, Saved {
    let kind: Kind
    let since: Instant
    let until: Instant?
  }
  /// In the order in which they were taken.
  private var held: [Held] = []

  package init() {}

  package var isEmpty: Bool { held.isEmpty }

  func contains(_ kind: Kind) -> Bool { held.contains { $0.kind == kind } }

  /// Whether there is this one, and no other.
  package func isOnly(_ kind: Kind) -> Bool { held.map(\.kind) == [kind] }

  /// Whether the user hears or calls by what holds it.
  var isPerceptible: Bool { held.contains { $0.kind != .location } }

  /// `until`: when the service ends it by itself, if known.
  mutating func set(_ kind: Kind, _ isHeld: Bool, at now: Instant, until: Instant? = nil) {
    guard isHeld != contains(kind) else { return }
    if isHeld {
      held.append(Held(kind: kind, since: now, until: until))
    } else {
      held.removeAll { $0.kind == kind }
    }
  }

  var conditions: [Condition] {
    held.map { Condition($0.kind.reason, since: $0.since, until: $0.until) }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension Assertions {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("held")
    held.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("held")
    held = try [Assertions.Held](from: &reader)
    try reader.endObject()
  }
}

extension Assertions.Held {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("kind")
    kind.write(to: &writer)
    writer.key("since")
    since.write(to: &writer)
    if let until {
      writer.key("until")
      until.write(to: &writer)
    }
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("kind")
    kind = try Assertions.Kind(from: &reader)
    try reader.key("since")
    since = try Instant(from: &reader)
    until = try reader.hasKey("until") ? Instant(from: &reader) : nil
    try reader.endObject()
  }
}
