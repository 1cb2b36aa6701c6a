package import TorporModel

/// Which decisions of two devices differ: those that one of them takes and the other does not take at the same time.
package struct DecisionDifference {
  package private(set) var recordedCount = 0
  package private(set) var otherCount = 0
  /// How many only one of them has taken.
  package private(set) var onlyRecorded = 0
  package private(set) var onlyOther = 0
  /// The first ones, in the order of their times.
  package private(set) var rows: [Row] = []
  /// Wakes of apps that were done, by app and reason: recorded, and on the other device.
  package private(set) var wakes: [WakeKey: (recorded: Int, other: Int)] = [:]
  private let rowsMax: Int
  private var waiting: [Key: [Side]] = [:]
  private var order: [(key: Key, at: Instant)] = []

  package struct Row: Hashable, Sendable {
    package let decision: Decision
    package let isRecorded: Bool
  }

  package struct WakeKey: Hashable, Comparable, Sendable {
    package let app: AppIdentifier
    /// The reason of a wake, or `task` where a task of the scheduler is run.
    package let reason: String

    package static func < (left: Self, right: Self) -> Bool {
      (left.app, left.reason) < (right.app, right.reason)
    }
  }

  private struct Key: Hashable {
    let app: AppIdentifier?
    let action: Decision.Action
    let verdict: Decision.Verdict
  }

  private struct Side {
    let decision: Decision
    let isRecorded: Bool
  }

  /// How far apart two decisions may lie and be the same, our choice: a host is some milliseconds late, and an app that
  /// was assumed some hundred.
  private static let tolerance = Duration.seconds(1)

  package init(rowsMax: Int) { self.rowsMax = rowsMax }

  package var isEmpty: Bool { onlyRecorded == 0 && onlyOther == 0 }

  package mutating func take(_ decision: Decision, isRecorded: Bool) {
    if isRecorded { recordedCount += 1 } else { otherCount += 1 }
    if let reason = decision.runReason, let app = decision.app {
      let key = WakeKey(app: app, reason: reason)
      if isRecorded {
        wakes[key, default: (0, 0)].recorded += 1
      } else {
        wakes[key, default: (0, 0)].other += 1
      }
    }
    let key = Key(app: decision.app, action: decision.action.unnumbered, verdict: decision.verdict)
    let match = waiting[key]?.firstIndex { side in
      side.isRecorded != isRecorded
        && side.decision.at - decision.at <= Self.tolerance
        && decision.at - side.decision.at <= Self.tolerance
    }
    if let index = match {
      waiting[key]?.remove(at: index)
      if waiting[key]?.isEmpty == true { waiting[key] = nil }
      return
    }
    waiting[key, default: []].append(Side(decision: decision, isRecorded: isRecorded))
    order.append((key, decision.at))
  }

  /// Decides about everything that lies far enough behind.
  package mutating func advance(to now: Instant?) {
    var done = 0
    for (key, at) in order {
      if let now, now - at <= Self.tolerance { break }
      done += 1
      while let side = waiting[key]?.first, side.decision.at <= at {
        waiting[key]?.removeFirst()
        if waiting[key]?.isEmpty == true { waiting[key] = nil }
        if side.isRecorded { onlyRecorded += 1 } else { onlyOther += 1 }
        if rows.count < rowsMax {
          rows.append(Row(decision: side.decision, isRecorded: side.isRecorded))
        }
      }
    }
    order.removeFirst(done)
  }
}

extension Decision {
  /// Why an app is run off screen by it; `nil`: it runs none.
  fileprivate var runReason: String? {
    guard verdict == .done else { return nil }
    return switch action {
    case .wake(let reason): reason.rawValue
    case .run(.task): "task"
    default: nil
    }
  }
}

extension Decision.Action {
  /// The same without the numbers that each device gives by itself.
  fileprivate var unnumbered: Decision.Action {
    let none = BackgroundTaskIdentifier(rawValue: 0)
    return switch self {
    case .beginTask(_, let name): .beginTask(task: none, name: name)
    case .endTask(_, let name): .endTask(task: none, name: name)
    case .expireTask(_, let name): .expireTask(task: none, name: name)
    default: self
    }
  }
}
