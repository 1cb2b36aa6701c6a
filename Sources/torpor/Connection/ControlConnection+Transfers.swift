import TorporModel
import TorporWire

extension ControlConnection {
  /// The transfers that a query means, also as the daemon sent them; the pages are put together.
  ///
  /// - Throws: `CommandFailure`.
  func transferPages(
    _ query: TransferQuery,
    upTo last: TransferIdentifier? = nil
  ) throws(CommandFailure) -> (rows: [TransferRow], parameters: [JSON]) {
    var (rows, parameters): ([TransferRow], [JSON]) = ([], [])
    var query = query
    while true {
      let answer = try call(.transfers(query))
      guard case .transfers(let page, let next) = answer.result else { return (rows, parameters) }
      rows += page
      parameters += answer.parameters["transfers"]?.elements ?? []
      // A page that does not lead on would be asked for again and again.
      guard let next, next > query.after ?? TransferIdentifier(rawValue: 0),
        next < last ?? TransferIdentifier(rawValue: .max)
      else { return (rows, parameters) }
      query.after = next
    }
  }

  /// One transfer, over or not.
  ///
  /// - Throws: `CommandFailure.refused` where it is gone.
  func transfer(
    _ transfer: TransferIdentifier
  ) throws(CommandFailure) -> (row: TransferRow, parameters: JSON) {
    let (rows, parameters) = try transferPages(TransferQuery(transfer: transfer))
    guard let row = rows.first, let json = parameters.first else {
      throw .refused(.refused(.transfer(.unknownTransfer(transfer))))
    }
    return (row, json)
  }

  /// Gives the daemon transfers and returns their numbers.
  ///
  /// - Throws: `CommandFailure`.
  func submit(
    _ submissions: [TransferSubmission]
  ) throws(CommandFailure) -> (transfers: [TransferIdentifier], answers: [JSON]) {
    var (transfers, answers): ([TransferIdentifier], [JSON]) = ([], [])
    for submission in submissions {
      let answer = try call(.submitTransfers(submission))
      guard case .transfersAccepted(let first, let count) = answer.result, count >= 0 else {
        throw .refused(.malformedMessage(cause: "the reply to SubmitTransfers has no numbers"))
      }
      transfers += (0..<UInt64(count)).map { TransferIdentifier(rawValue: first.rawValue &+ $0) }
      answers.append(answer.parameters)
    }
    return (transfers, answers)
  }
}

/// Transfers that one waits for, and what is known of each.
struct AwaitedTransfers {
  /// `nil`: all that go or wait, also those that come.
  private let wanted: Set<TransferIdentifier>?
  private var known: [TransferIdentifier: TransferRow] = [:]
  /// Those that are forgotten, so that nobody knows how they ended.
  private(set) var lost: Set<TransferIdentifier> = []

  init(_ wanted: [TransferIdentifier]? = nil) { self.wanted = wanted.map { Set($0) } }

  /// All, by number.
  var rows: [TransferRow] {
    known.values.sorted { $0.status.transfer < $1.status.transfer }
  }

  /// Whether all are over, as far as was seen.
  var isOver: Bool {
    let over = known.values.count { $0.status.state.isFinal }
    return over == known.count && wanted.map { over + lost.count >= $0.count } ?? true
  }

  /// Asks how they are; returns those that have ended since the last time, by number.
  ///
  /// - Throws: `CommandFailure`.
  mutating func look(on daemon: ControlConnection) throws(CommandFailure) -> [TransferRow] {
    var seen: [TransferIdentifier: TransferRow] = [:]
    for row in try open(on: daemon) { seen[row.status.transfer] = row }
    let awaited = wanted?.subtracting(lost) ?? Set(known.keys)
    var ended: [TransferRow] = []
    for transfer in awaited.sorted() where known[transfer]?.status.state.isFinal != true {
      // One that is not among those that go has ended, or was taken from the list.
      if seen[transfer] == nil { seen[transfer] = try one(transfer, on: daemon) }
      guard let row = seen[transfer] else {
        lost.insert(transfer)
        known[transfer] = nil
        continue
      }
      if row.status.state.isFinal { ended.append(row) }
    }
    for (transfer, row) in seen where wanted?.contains(transfer) ?? true { known[transfer] = row }
    return ended
  }

  private func open(on daemon: ControlConnection) throws(CommandFailure) -> [TransferRow] {
    guard let wanted else { return try daemon.transferPages(TransferQuery()).rows }
    let left = wanted.filter { known[$0]?.status.state.isFinal != true && !lost.contains($0) }
    // One is asked for by its number, many as a piece of the list.
    guard left.count > 1, let first = left.min(), let last = left.max() else { return [] }
    let query = TransferQuery(after: TransferIdentifier(rawValue: first.rawValue - 1))
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
