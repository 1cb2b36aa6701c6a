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
