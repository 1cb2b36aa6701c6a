// Made from Interfaces/io.torpor.Connection.varlink by scripts/generate; change that, not this.

/// io.torpor.Connection, as its file describes it.
package enum ConnectionInterface {
  package static let name = "io.torpor.Connection"

  /// The errors with their whole names, in the order of the file.
  package enum ErrorName: String, Hashable, Sendable, CaseIterable {
    case limitExceeded = "io.torpor.Connection.LimitExceeded"
    case malformedMessage = "io.torpor.Connection.MalformedMessage"
    case callInProgress = "io.torpor.Connection.CallInProgress"
    case notSaved = "io.torpor.Connection.NotSaved"
    case storageFailed = "io.torpor.Connection.StorageFailed"
  }

  /// The text of the file, which `org.varlink.service` serves.
  package static let description = #"""
    # The errors that can occur on every connection. The first three end it.
    interface io.torpor.Connection

    # A limit was exceeded. limit: messageBytes, openCalls, heldReplyBytes or descriptors.
    error LimitExceeded (limit: string, maximum: int, message: string)

    # A message is not valid Varlink.
    error MalformedMessage (cause: string, message: string)

    # A call that expects a reply arrived while a call with `more` was still open.
    error CallInProgress (method: string, message: string)

    # The daemon could not write the request to its journal; nothing was done.
    error NotSaved (cause: string, message: string)

    # The daemon could not read the requested data.
    error StorageFailed (
      operation: string,
      path: string,
      cause: string,
      isDiskFull: bool,
      message: string
    )

    """#
}
