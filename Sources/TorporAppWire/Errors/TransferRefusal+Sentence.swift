import TorporAppModel

// What is not accepted about sessions and transfers: why, and what to do next.

extension TransferRefusal {
  /// What was refused, why, and what to do next.
  var sentence: String {
    switch self {
    case .noSessions(let profile):
      "The profile of the device is \(profile), which has no background sessions. Choose a newer one: "
        + "`torpor settings profile=ios26`."
    case .unknownSession(let name):
      "The app is not connected to a background session '\(name)'. Create the session first, with the "
        + "same identifier as before; each new process creates it again."
    case .sessionIsInvalid(let name):
      "The background session '\(name)' was invalidated, so it accepts no more transfers. Create a "
        + "session with another identifier, or wait until it reports that it is invalid."
    case .sessionInUse(let name):
      "Another process of the app has the background session '\(name)'. Create a session with another "
        + "identifier, or create this one when that process has ended."
    case .tooManySessions(let limit):
      "The app has \(limit) background sessions, which is the limit. Invalidate one that "
        + "is no longer used."
    case .unknownTransfer(let transfer):
      "You have no transfer \(transfer). `torpor transfers --all` lists all of them."
    case .tooManyTransfers(let limit):
      "\(limit) transfers exist already, which is the limit. Wait until some are done, or "
        + "cancel some with `torpor transfers cancel`."
    case .tooManyTransferBytes(let bytesMax):
      "What your transfers carry (URLs, headers, paths) would be longer than \(bytesMax) bytes in all, which is "
        + "the limit. Wait until some are done, or cancel some with `torpor transfers "
        + "cancel`."
    case .transferIsOver(let transfer):
      "Transfer \(transfer) has finished; there is nothing to pause, resume or cancel. If it failed or was "
        + "cancelled, `torpor transfers retry \(transfer)` starts it again."
    case .transferIsNotOver(let transfer):
      "Transfer \(transfer) has not finished. Cancel it first with `torpor transfers cancel \(transfer)`."
    case .fileOutsideContainer(let file, let container):
      "The app cannot upload '\(file)', because it is not in the app's container '\(container)' "
        + "($TORPOR_CONTAINER). Copy the file there first."
    case .nothingAsked(let transfer):
      "Transfer \(transfer) does not wait for an answer: the challenge was answered before, or the "
        + "transfer has ended."
    }
  }
}
