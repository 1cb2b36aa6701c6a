import TorporModel
import TorporWire

extension ControlConnection {
  /// The transfers that a query means, also as the daemon sent them; the pages are put together.
  ///
  /// - Throws: `CommandFailure`.
  func transferPages(
    _ query: Control.ListTransfers,
    upTo last: TransferIdentifier? = nil
  ) throws(CommandFailure) -> (rows: [TransferRow], parameters: [JSON]) {
    var (rows, parameters): ([TransferRow], [JSON]) = ([], [])
    var query = query
    while true {
      let answer = try call(query)
      rows += answer.reply.transfers
      parameters += answer.parameters["transfers"]?.elements ?? []
      // A page that does not lead on would be asked for again and again.
      guard let next = answer.reply.next, next > query.after ?? TransferIdentifier(rawValue: 0),
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
    let (rows, parameters) = try transferPages(Control.ListTransfers(transfer: transfer))
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
      let answer = try call(Control.SubmitTransfers(submission))
      let (first, count) = (answer.reply.first, max(0, answer.reply.count))
      transfers += (0..<UInt64(count)).map { TransferIdentifier(rawValue: first.rawValue &+ $0) }
      answers.append(answer.parameters)
    }
    return (transfers, answers)
  }
}
