import TorporModel

// What is not accepted about sessions and transfers: names and facts on the wire, and the sentences.

extension TransferRefusal {
  var errorName: String {
    switch self {
    case .unknownSession: TransfersInterface.ErrorName.unknownSession.rawValue
    case .sessionIsInvalid: TransfersInterface.ErrorName.sessionIsInvalid.rawValue
    case .tooManySessions: TransfersInterface.ErrorName.tooManySessions.rawValue
    case .unknownTransfer: TransfersInterface.ErrorName.unknownTransfer.rawValue
    case .tooManyTransfers: TransfersInterface.ErrorName.tooManyTransfers.rawValue
    case .tooManyTransferBytes: TransfersInterface.ErrorName.tooManyTransferBytes.rawValue
    case .transferIsOver: TransfersInterface.ErrorName.transferIsOver.rawValue
    case .transferIsNotOver: TransfersInterface.ErrorName.transferIsNotOver.rawValue
    case .nothingAsked: TransfersInterface.ErrorName.nothingAsked.rawValue
    }
  }

  var fields: KeyValuePairs<String, JSON> {
    switch self {
    case .unknownSession(let name), .sessionIsInvalid(let name): ["session": .string(name)]
    case .tooManySessions(let limit), .tooManyTransfers(let limit):
      ["limit": .integer(Int64(limit))]
    case .tooManyTransferBytes(let bytesMax): ["bytesMax": .integer(Int64(bytesMax))]
    case .unknownTransfer(let transfer), .transferIsOver(let transfer),
      .transferIsNotOver(let transfer), .nothingAsked(let transfer):
      ["transfer": .string(transfer.description)]
    }
  }

  /// Reads a refusal; `nil` for an error that this version does not know.
  init?(errorName: String, fields: JSON) {
    let session = fields["session"]?.text
    let limit = fields["limit"]?.integer(as: Int.self)
    let transfer = fields["transfer"]?.text.flatMap { TransferIdentifier($0) }
    let refusal: TransferRefusal? =
      switch errorName {
      case TransfersInterface.ErrorName.unknownSession.rawValue: session.map { .unknownSession($0) }
      case TransfersInterface.ErrorName.sessionIsInvalid.rawValue:
        session.map { .sessionIsInvalid($0) }
      case TransfersInterface.ErrorName.tooManySessions.rawValue:
        limit.map { .tooManySessions(limit: $0) }
      case TransfersInterface.ErrorName.unknownTransfer.rawValue:
        transfer.map { .unknownTransfer($0) }
      case TransfersInterface.ErrorName.tooManyTransfers.rawValue:
        limit.map { .tooManyTransfers(limit: $0) }
      case TransfersInterface.ErrorName.tooManyTransferBytes.rawValue:
        fields["bytesMax"]?.integer(as: Int.self).map { .tooManyTransferBytes(bytesMax: $0) }
      case TransfersInterface.ErrorName.transferIsOver.rawValue:
        transfer.map { .transferIsOver($0) }
      case TransfersInterface.ErrorName.transferIsNotOver.rawValue:
        transfer.map { .transferIsNotOver($0) }
      case TransfersInterface.ErrorName.nothingAsked.rawValue: transfer.map { .nothingAsked($0) }
      default: nil
      }
    guard let refusal else { return nil }
    self = refusal
  }

  /// What was refused, why, and what to do next.
  var sentence: String {
    switch self {
    case .unknownSession(let name):
      "The app is not connected to a background session '\(name)'. Make the session first, with the "
        + "same identifier as before; a new process makes it again."
    case .sessionIsInvalid(let name):
      "The background session '\(name)' was invalidated, so it takes no more transfers. Make a session "
        + "of another identifier, or wait until it has told that it is invalid."
    case .tooManySessions(let limit):
      "The app has \(limit) background sessions, and there is no room for another. Invalidate one that "
        + "is no longer used."
    case .unknownTransfer(let transfer):
      "You have no transfer \(transfer). `torpor transfers --all` lists all of them."
    case .tooManyTransfers(let limit):
      "\(limit) transfers are kept already, and there is no room for more. Wait until some are done, or "
        + "cancel some with `torpor transfers cancel`."
    case .tooManyTransferBytes(let bytesMax):
      "What your transfers carry (URLs, headers, paths) would be longer than \(bytesMax) bytes in all, and "
        + "there is no room for more. Wait until some are done, or cancel some with `torpor transfers "
        + "cancel`."
    case .transferIsOver(let transfer):
      "Transfer \(transfer) has finished; there is nothing to pause, resume or cancel. If it failed or was "
        + "cancelled, `torpor transfers retry \(transfer)` starts it again."
    case .transferIsNotOver(let transfer):
      "Transfer \(transfer) has not finished. Cancel it first with `torpor transfers cancel \(transfer)`."
    case .nothingAsked(let transfer):
      "Transfer \(transfer) does not wait for an answer: the challenge was answered before, or the "
        + "transfer has ended."
    }
  }
}
