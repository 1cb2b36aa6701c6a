/// A call of an interface with its parameters; its reply has a type of its own.
package protocol WireCall: Hashable, Sendable {
  /// What the daemon answers.
  associatedtype Reply: WireReply

  /// The name of the method with its interface in front.
  static var method: String { get }

  /// Whether the caller takes several replies.
  static var wantsMore: Bool { get }

  /// Who may make the call.
  var permission: CallPermission { get }

  /// Reads the parameters of a call.
  ///
  /// - Throws: `WireError.invalidParameter` with the name of the first that is wrong.
  init(parameters: JSON) throws(WireError)

  /// The parameters as they stand in the call.
  var parameters: JSON { get }

  /// Looks at what no limit of the interface says; written by hand where a call needs it.
  ///
  /// - Throws: `WireError` where it makes no sense.
  func check() throws(WireError)
}

extension WireCall {
  package func check() throws(WireError) {}

  /// The name of the method without its interface.
  package var name: Substring {
    let method = Self.method
    return method.lastIndex(of: ".").map { method[method.index(after: $0)...] } ?? method[...]
  }

  /// The whole call.
  package var varlinkCall: VarlinkCall {
    VarlinkCall(method: Self.method, parameters: parameters, wantsMore: Self.wantsMore)
  }

  /// The whole call, without a reply of its own.
  package var onewayCall: VarlinkCall {
    var call = varlinkCall
    call.isOneway = true
    return call
  }

  /// Reads the reply to this call.
  ///
  /// - Throws: the error that the reply carries, or `WireError.malformedMessage`.
  package func reply(from message: VarlinkReply) throws(WireError) -> Reply {
    try Reply(reply: try message.result())
  }
}

/// A call of an app, which may be repeated: its key says that it is the same one.
package protocol KeyedCall: WireCall {
  /// Names the call, for its answer on an attached connection; the system knows some calls by it when they
  /// are repeated.
  var key: String? { get set }
}

/// The parameters of a reply.
package protocol WireReply: Hashable, Sendable {
  /// Reads the reply; a newer daemon may send more than this version knows.
  ///
  /// - Throws: `WireError.malformedMessage`.
  init(reply parameters: JSON) throws(WireError)

  /// The parameters as they stand in the reply.
  var parameters: JSON { get }
}

extension WireObject {
  /// Reads the parameters of a reply.
  ///
  /// - Throws: `WireError.malformedMessage`.
  package static func read(reply parameters: JSON) throws(WireError) -> Self {
    do throws(WireError) {
      return try Self(ParameterReader(reply: parameters))
    } catch .invalidParameter(let parameter) {
      throw .malformedMessage(cause: "'\(parameter)' is missing or not of its type")
    }
  }
}

/// The reply to a call of which there is nothing to say but that it was done.
package struct NoReply: WireReply {
  package init() {}

  package init(reply parameters: JSON) throws(WireError) {}

  package var parameters: JSON { .object([]) }
}

/// Who may make a call; whose apps it may be about is decided where they are looked up.
package enum CallPermission: Hashable, Sendable {
  /// All clients, apps among them.
  case anyone
  /// Every user.
  case user
  /// Every user while the device is unlocked.
  case unlocked
  /// Root, and the user whose daemon it is.
  case device
  /// The same two, and the user that the daemon was told runs the link to a push gateway.
  case link
  /// Apps, each about itself.
  case app
}
