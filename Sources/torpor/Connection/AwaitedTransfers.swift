import TorporModel
import TorporWire

/// Transfers that one waits for, and what is known of each.
///
/// Of a long list a look takes in the beginning, up to the first page on which nothing has happened:
/// transfers begin nearly in the order of their numbers. A whole look, now and then, finds what has
/// overtaken others.
struct AwaitedTransfers {
  /// `nil`: all that go or wait, also those that come.
  private let wanted: Set<TransferIdentifier>?
  /// Those of them that are not over, ascending.
  private var left: [TransferIdentifier]
  private var known: [TransferIdentifier: TransferRow] = [:]
  /// Those that were removed, so that how they ended is not known.
  private(set) var lost: Set<TransferIdentifier> = []
  /// What the last look saw of those that are not over, by number.
  private(set) var open: [TransferRow] = []

  init(_ wanted: [TransferIdentifier]? = nil) {
    self.wanted = wanted.map { Set($0) }
    left = Set(wanted ?? []).sorted()
  }

  /// All of which anything is known, by number.
  var rows: [TransferRow] {
    known.values.sorted { $0.status.transfer < $1.status.transfer }
  }

  /// How many there are, seen or not.
  var count: Int { wanted.map { $0.count - lost.count } ?? known.count }

  /// How many are not over, as far as was seen.
  var leftCount: Int { left.count }

  /// Whether all are over, as far as was seen.
  var isOver: Bool {
    wanted == nil ? known.values.allSatisfy(\.status.state.isFinal) : left.isEmpty
  }

  /// Asks how they are; returns those that have ended since the last time, by number.
  ///
  /// - Throws: `CommandFailure`.
  mutating func look(
    on daemon: ControlConnection,
    isWhole: Bool = false
  ) throws(CommandFailure) -> [TransferRow] {
    open = []
    var ended: [TransferRow] = []
    if wanted == nil {
      let page = try daemon.transferPages(Control.ListTransfers()).rows
      ended = try end(missing(left[...], page), on: daemon)
      take(page)
      left = rows.map(\.status.transfer)
    } else if wanted?.count == 1 {
      ended = try end(left, on: daemon)
    } else {
      ended = try lookAtList(on: daemon, isWhole: isWhole)
    }
    left.removeAll { lost.contains($0) || known[$0]?.status.state.isFinal == true }
    return ended
  }

  private mutating func lookAtList(
    on daemon: ControlConnection,
    isWhole: Bool
  ) throws(CommandFailure) -> [TransferRow] {
    var ended: [TransferRow] = []
    var rest = left[...]
    while let first = rest.first {
      let query = Control.ListTransfers(after: TransferIdentifier(rawValue: first.rawValue - 1))
      let reply = try daemon.call(query).reply
      let (page, next) = (reply.transfers, reply.next)
      // A page tells of all up to its last one; the last page of all that are left.
      let part = next.map { last in rest.prefix { $0 <= last } } ?? rest
      rest = rest.dropFirst(part.count)
      take(page.filter { wanted?.contains($0.status.transfer) ?? true })
      let gone = missing(part, page)
      ended += try end(gone, on: daemon)
      let isStill = gone.isEmpty && !page.contains { $0.status.state == .running }
      // A page that does not lead on would be asked for again and again.
      if part.isEmpty || isStill && !isWhole { break }
    }
    return ended
  }

  private mutating func take(_ rows: [TransferRow]) {
    open += rows
    for row in rows { known[row.status.transfer] = row }
  }

  private func missing(
    _ transfers: ArraySlice<TransferIdentifier>,
    _ page: [TransferRow]
  ) -> [TransferIdentifier] {
    let seen = Set(page.map(\.status.transfer))
    return transfers.filter { !seen.contains($0) }
  }

  /// Asks for transfers that are not among those that go; returns those that have ended.
  private mutating func end(
    _ gone: [TransferIdentifier],
    on daemon: ControlConnection
  ) throws(CommandFailure) -> [TransferRow] {
    guard let first = gone.first, let last = gone.last else { return [] }
    // One is asked for by its number, many as a piece of the list.
    let rows =
      if gone.count == 1 {
        try one(first, on: daemon).map { [$0] } ?? []
      } else {
        try piece(from: first, upTo: last, on: daemon)
      }
    var found: [TransferIdentifier: TransferRow] = [:]
    for row in rows { found[row.status.transfer] = row }
    var ended: [TransferRow] = []
    for transfer in gone {
      switch found[transfer] {
      case .some(let row) where row.status.state.isFinal:
        known[transfer] = row
        ended.append(row)
      case .some(let row): take([row])
      case nil:
        lost.insert(transfer)
        known[transfer] = nil
      }
    }
    return ended
  }

  private func piece(
    from first: TransferIdentifier,
    upTo last: TransferIdentifier,
    on daemon: ControlConnection
  ) throws(CommandFailure) -> [TransferRow] {
    let query = Control.ListTransfers(
      after: TransferIdentifier(rawValue: first.rawValue - 1),
      includesOver: true
    )
    return try daemon.transferPages(query, upTo: last).rows
  }

  /// A transfer by its number; `nil` where it is forgotten.
  private func one(
    _ transfer: TransferIdentifier,
    on daemon: ControlConnection
  ) throws(CommandFailure) -> TransferRow? {
    do throws(CommandFailure) {
      return try daemon.transfer(transfer).row
    } catch .refused(.refused(.transfer(.unknownTransfer))) {
      return nil
    }
  }
}
