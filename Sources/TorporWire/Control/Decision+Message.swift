package import TorporModel

/// A decision with its place in the ledger.
package struct LoggedDecision: Hashable, Sendable {
  /// The row's number, from 1.
  package var sequence: UInt64
  /// Microseconds since 1970 by the wall clock when it was decided.
  package var wallMicroseconds: Int64
  package var decision: Decision

  package init(sequence: UInt64, wallMicroseconds: Int64, decision: Decision) {
    self.sequence = sequence
    self.wallMicroseconds = wallMicroseconds
    self.decision = decision
  }
}

/// The members of the decision, with those of its place beside them.
extension LoggedDecision: WireObject {
  package static let keys = ["sequence", "wallMicroseconds"] + Decision.keys

  package init(_ message: ParameterReader) throws(WireError) {
    sequence = try message.value("sequence")
    wallMicroseconds = try message.value("wallMicroseconds")
    decision = try Decision(message)
  }

  package var members: [(key: String, value: JSON?)] {
    [("sequence", sequence.json), ("wallMicroseconds", wallMicroseconds.json)] + decision.members
  }
}

/// Which work it is: `{"task": "com.example.mail.refresh"}`, `{"fetch": true}` or `{"job": "3"}`.
extension Activity: WireObject {
  package static let keys = ["task", "fetch", "job", "transfer"]

  package init(_ message: ParameterReader) throws(WireError) {
    if let identifier: String = try message.optional("task") {
      self = .task(identifier: identifier)
    } else if try message.optional("fetch") == true {
      self = .fetch
    } else if let transfer: TransferIdentifier = try message.optional("transfer") {
      self = .transfer(transfer)
    } else {
      self = .job(try message.value("job"))
    }
  }

  package var members: [(key: String, value: JSON?)] {
    switch self {
    case .task(let identifier): [("task", identifier.json)]
    case .fetch: [("fetch", true.json)]
    case .job(let job): [("job", job.json)]
    case .transfer(let transfer): [("transfer", transfer.json)]
    }
  }
}
