// Made from Interfaces/io.torpor.Transfers.varlink by scripts/generate; change that, not this.

/// io.torpor.Transfers, as its file describes it.
package enum TransfersInterface {
  package static let name = "io.torpor.Transfers"

  /// The errors with their whole names, in the order of the file.
  package enum ErrorName: String, Hashable, Sendable, CaseIterable {
    case noBackgroundSessions = "io.torpor.Transfers.NoBackgroundSessions"
    case unknownSession = "io.torpor.Transfers.UnknownSession"
    case sessionIsInvalid = "io.torpor.Transfers.SessionIsInvalid"
    case sessionInUse = "io.torpor.Transfers.SessionInUse"
    case tooManySessions = "io.torpor.Transfers.TooManySessions"
    case unknownTransfer = "io.torpor.Transfers.UnknownTransfer"
    case tooManyTransfers = "io.torpor.Transfers.TooManyTransfers"
    case tooManyTransferBytes = "io.torpor.Transfers.TooManyTransferBytes"
    case transferIsOver = "io.torpor.Transfers.TransferIsOver"
    case transferIsNotOver = "io.torpor.Transfers.TransferIsNotOver"
    case fileOutsideContainer = "io.torpor.Transfers.FileOutsideContainer"
    case nothingAsked = "io.torpor.Transfers.NothingAsked"
  }

  /// The text of the file, which `org.varlink.service` serves.
  package static let description = #"""
    # The reasons why a request about background sessions or transfers was refused.
    interface io.torpor.Transfers

    # The profile of the device has no background sessions.
    error NoBackgroundSessions (profile: string, message: string)

    # The process has not opened a session of that name.
    error UnknownSession (session: string, message: string)

    # The session was invalidated and accepts nothing new.
    error SessionIsInvalid (session: string, message: string)

    # Another process of the app has opened the session, and is connected.
    error SessionInUse (session: string, message: string)

    # The app has as many sessions as it may have.
    error TooManySessions (limit: int, message: string)

    # The caller has no transfer with that number.
    error UnknownTransfer (transfer: string, message: string)

    # The owner, or the device, has as many transfers as it may have.
    error TooManyTransfers (limit: int, message: string)

    # The contents of one user's transfers (URLs, headers, paths) would be longer than the limit.
    error TooManyTransferBytes (bytesMax: int, message: string)

    # The transfer has finished and cannot be changed.
    error TransferIsOver (transfer: string, message: string)

    # The transfer has not finished: it can be neither removed nor retried.
    error TransferIsNotOver (transfer: string, message: string)

    # An installed app can upload only files in its own container. Copy the file there first.
    error FileOutsideContainer (file: string, container: string, message: string)

    # The transfer is not waiting for an answer.
    error NothingAsked (transfer: string, message: string)

    """#
}
