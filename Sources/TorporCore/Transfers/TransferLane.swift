package import TorporModel

/// The queue of transfers with the same conditions: of one session, to one host.
///
/// It owns the order. A transfer that is no longer ready is skipped when its turn comes.
package struct TransferLane: Hashable, Sendable {
  /// The common properties of the transfers in one lane.
  package struct Key: Hashable, Sendable, Saved {
    package let session: UInt32
    package let isDiscretionary: Bool
    package let isIssue: Bool
    /// `nil`: no.
    package let isAutomatic: Bool?
    package let network: TransferNetwork
    package let staysOnMachine: Bool
    package let hostKey: UInt64
  }

  package let key: Key
  /// Numbers in the order in which they begin; those before `head` have begun.
  private var numbers: [UInt64] = []
  private var head = 0
  /// The blocked times of its transfers.
  package internal(set) var log = WaitingLog()

  /// The earliest time at which one of its transfers can expire; `nil`: none is known.
  var soonestDeadline: Instant?

  init(_ key: Key) { self.key = key }

  mutating func noteDeadline(_ deadline: Instant) {
    soonestDeadline = soonestDeadline.map { min($0, deadline) } ?? deadline
  }

  /// Replaces all its transfers.
  mutating func replace(_ waiting: [UInt64]) {
    numbers = waiting
    head = 0
  }

  var isEmpty: Bool { head == numbers.count }

  /// Its transfers, in order.
  var waiting: ArraySlice<UInt64> { numbers[head...] }

  /// The next in line.
  var first: TransferIdentifier? {
    isEmpty ? nil : TransferIdentifier(rawValue: numbers[head])
  }

  mutating func append(_ transfer: TransferIdentifier) { numbers.append(transfer.rawValue) }

  /// Puts one that had begun before those that have not.
  mutating func prepend(_ transfer: TransferIdentifier) {
    if head > 0 {
      head -= 1
      numbers[head] = transfer.rawValue
    } else {
      numbers.insert(transfer.rawValue, at: 0)
    }
  }

  mutating func removeFirst() {
    head += 1
    // Releases the storage when most of it is no longer used.
    if head > 1024, head > numbers.count / 2 {
      numbers.removeFirst(head)
      head = 0
    }
  }

  package static func == (left: TransferLane, right: TransferLane) -> Bool {
    left.key == right.key && left.waiting == right.waiting && left.log == right.log
      && left.soonestDeadline == right.soonestDeadline
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(waiting)
  }
}
