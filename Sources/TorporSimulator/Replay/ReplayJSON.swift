import TorporCore
import TorporModel
package import TorporWire

extension ReplayReport {
  /// The report as facts, for programs.
  package var json: JSON {
    var members: [JSON.Member] = [
      .init("recording", recordingJSON),
      .init("samePolicy", sameJSON),
    ]
    if let other { members.append(.init("otherPolicy", json(other))) }
    return .object(members)
  }

  private var recordingJSON: JSON {
    .object([
      "beginWallMicroseconds": .integer((exact.begin?.wallNanoseconds ?? 0) / 1000),
      "endWallMicroseconds": .integer((exact.end?.wallNanoseconds ?? 0) / 1000),
      "inputs": .integer(Int64(exact.inputCount)),
      "decisions": .integer(Int64(exact.decisionCount)),
      "gaps": .integer(Int64(exact.gapCount)),
      "isTorn": .bool(isTorn),
      "end": exact.endCause.map { .string($0.rawValue) } ?? .null,
    ])
  }

  private var sameJSON: JSON {
    .object([
      "isExact": .bool(exact.isExact),
      "departures": .integer(Int64(exact.departureCount)),
      "checks": .integer(Int64(exact.checkCount)),
      "equalChecks": .integer(Int64(exact.equalCheckCount)),
      "first": .array(
        exact.departures.map { departure in
          .object([
            "wallMicroseconds": .integer(wallMicroseconds(departure.at)),
            "recorded": departure.recorded.map { .string(TimelineText.phrase($0)) } ?? .null,
            "replayed": departure.replayed.map { .string(TimelineText.phrase($0)) } ?? .null,
          ])
        }
      ),
    ])
  }

  private func json(_ other: Other) -> JSON {
    let difference = other.difference
    return .object([
      "changes": .array(changes.map { .string($0) }),
      "recorded": json(other.recorded.total, decisions: difference.recordedCount),
      "replayed": json(other.used.total, decisions: difference.otherCount),
      "wakes": .array(
        difference.wakes.sorted { $0.key < $1.key }.map { key, counts in
          .object([
            "app": .string(key.app.text),
            "reason": .string(key.reason),
            "recorded": .integer(Int64(counts.recorded)),
            "replayed": .integer(Int64(counts.other)),
          ])
        }
      ),
      "apps": .array(
        Set(other.recorded.apps.keys).union(other.used.apps.keys).sorted().map { app in
          .object([
            "app": .string(app.text),
            "recorded": json(other.recorded.apps[app] ?? UseTable.Use()),
            "replayed": json(other.used.apps[app] ?? UseTable.Use()),
          ])
        }
      ),
      "onlyRecorded": .integer(Int64(difference.onlyRecorded)),
      "onlyReplayed": .integer(Int64(difference.onlyOther)),
      "decisions": .array(
        difference.rows.map { row in
          .object([
            "wallMicroseconds": .integer(wallMicroseconds(row.decision.at)),
            "app": row.decision.app.map { .string($0.text) } ?? .null,
            "isRecorded": .bool(row.isRecorded),
            "decision": .string(TimelineText.phrase(row.decision)),
          ])
        }
      ),
      "assumed": .object([
        "runs": .integer(Int64(other.tally.runs)),
        "callbacks": .integer(Int64(other.tally.calls)),
        "unknownCallbacks": .integer(Int64(other.tally.unknownCalls)),
        "answersLeftOut": .integer(Int64(other.tally.dropped)),
      ]),
    ])
  }

  private func json(_ use: UseTable.Use, decisions: Int? = nil) -> JSON {
    var members: [JSON.Member] = [
      .init("processorMicroseconds", .integer(use.processorMicroseconds)),
      .init("networkBytes", .integer(use.networkBytes)),
      .init("nanojoules", .integer(use.nanojoules)),
      .init("offScreenMicroseconds", .integer(use.offScreenMicroseconds)),
    ]
    if let decisions { members.append(.init("decisions", .integer(Int64(decisions)))) }
    return .object(members)
  }

  private func wallMicroseconds(_ moment: Instant) -> Int64 {
    (exact.device?.clock.unixNanoseconds(at: moment) ?? 0) / 1000
  }
}
