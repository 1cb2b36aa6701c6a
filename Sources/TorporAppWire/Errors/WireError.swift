package import TorporAppModel

/// Why a call came to nothing, as both ends know it.
package enum WireError: Error, Hashable, Sendable {
  // org.varlink.service: these carry exactly what Varlink says, since strict clients take no more.
  case interfaceNotFound(interface: String)
  case methodNotFound(method: String)
  case methodNotImplemented(method: String)
  /// A parameter that is missing, unknown, or not of its type; the name is the way to it, with dots.
  case invalidParameter(parameter: String)
  case permissionDenied
  case expectedMore

  // io.torpor.Connection: the connection ends with these.
  case limitExceeded(WireLimit)
  case malformedMessage(cause: String)
  /// A call that wants a reply came while replies to a `more` call were still going out.
  case callInProgress(method: String)

  // io.torpor.App and io.torpor.Control.
  case refused(Refusal)
  case unknownLaunch(LaunchIdentifier)
  /// The daemon could not read what was asked for, or write a file of its own; nothing was done.
  case storageFailed(operation: String, path: String, cause: String, isDiskFull: Bool)

  // io.torpor.App.
  /// A subscription to a broadcast channel is not changed, and why.
  case broadcastsFailed(channel: String, cause: String)

  // io.torpor.Bridge.
  /// A newer bridge of the same user has attached.
  case bridgeReplaced

  /// An error of a newer peer.
  case other(name: String, parameters: JSON)

  /// Whether the connection is of no use afterwards.
  package var endsConnection: Bool {
    switch self {
    case .limitExceeded, .malformedMessage, .callInProgress: true
    case .interfaceNotFound, .methodNotFound, .methodNotImplemented, .invalidParameter,
      .permissionDenied, .expectedMore, .refused, .unknownLaunch, .storageFailed, .broadcastsFailed,
      .bridgeReplaced, .other:
      false
    }
  }
}

extension WireError {
  /// What happened, to what, and what to do next, for people; one or more sentences.
  package var sentence: String {
    switch self {
    case .interfaceNotFound(let interface):
      "This daemon has no interface '\(interface)'. `org.varlink.service.GetInfo` lists those it "
        + "has; a newer daemon may have more."
    case .methodNotFound(let method):
      "This daemon has no method '\(method)'. `org.varlink.service.GetInterfaceDescription` "
        + "describes those it has; a newer daemon may have more."
    case .methodNotImplemented(let method):
      "The method '\(method)' is described but not built in this daemon. A newer one may have it."
    case .invalidParameter(let parameter):
      "The parameter '\(parameter)' is missing, unknown, or not of its type. Compare the call with "
        + "the description of its interface; an older daemon may not know the parameter."
    case .permissionDenied:
      "This process may not do that. An app may be controlled by its owner and root, and the device by "
        + "root and the user whose daemon it is: run this as one of them. A program inside an app may act only for "
        + "its own app, even as root."
    case .expectedMore:
      "This method gives several replies. Make the call with 'more' set to true."
    case .limitExceeded(let limit): limit.sentence
    case .malformedMessage(let cause):
      "A message could not be read: \(cause). The connection is closed, since it is unknown where "
        + "the next message begins."
    case .callInProgress(let method):
      "'\(method)' was called while replies to a call with 'more' were still coming, so its reply could not "
        + "be distinguished from those. Call it on a second connection, or, while attached, with "
        + "'oneway' and a 'key'."
    case .refused(let refusal): refusal.sentence
    case .unknownLaunch(let launch):
      "No process \(launch) of an app is known: it ended long ago, or never existed. `torpor log` "
        + "shows what ended lately."
    case .storageFailed(let operation, let path, let cause, let isDiskFull):
      "The daemon could not \(operation) '\(path)': \(cause). Nothing was done. "
        + (isDiskFull
          ? "Free some space on that disk and try again."
          : "`torpor doctor` checks the folder and its rights.")
    case .broadcastsFailed(let channel, let cause):
      "The subscription to the broadcast channel '\(channel)' is not changed: \(cause)."
    case .bridgeReplaced:
      "A newer torpor-session of the same user has replaced this one. End one of the two: the daemon "
        + "works with one for each user."
    case .other(let name, let parameters):
      parameters["message"]?.text
        ?? "The daemon answered with '\(name)', which this program does not know. It may be older "
        + "than the daemon."
    }
  }
}
