/// A call that waits for its answer.
@dynamicMemberLookup
package struct Incoming<Call: WireCall>: Sendable {
  package let call: Call
  /// What it is answered by.
  package let id: WireSession.CallIdentifier

  package init(_ call: Call, id: WireSession.CallIdentifier) {
    self.call = call
    self.id = id
  }

  package subscript<Member>(dynamicMember member: KeyPath<Call, Member>) -> Member {
    call[keyPath: member]
  }

  /// What the caller is told where the system has an answer of a kind that the call does not have: a mistake of
  /// ours, which ends no daemon.
  package var unanswered: WireError { .methodNotImplemented(method: Call.method) }
}
