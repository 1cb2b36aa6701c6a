/// One reply as it stands on the wire: `{"parameters": …, "continues": …, "error": …}`.
package struct VarlinkReply: Hashable, Sendable {
  /// What came of the call, or the facts of the error; an object.
  package var parameters: JSON
  /// Whether more replies to the same call follow.
  package var continues: Bool
  /// The name of the error with its interface in front; `nil` where the call went well.
  package var error: String?

  package init(parameters: JSON = .object([]), continues: Bool = false, error: String? = nil) {
    self.parameters = parameters
    self.continues = continues
    self.error = error
  }

  /// The reply that carries an error.
  package init(_ error: WireError) {
    self.init(parameters: error.parameters, error: error.name)
  }

  /// Reads a reply from a message without its end mark.
  ///
  /// - Throws: `WireError.malformedMessage` where it is no JSON or no reply.
  package init(message: ArraySlice<UInt8>) throws(WireError) {
    let json = try JSON(message: message)
    parameters = try json.parametersOfMessage()
    continues = try json.flagOfMessage("continues")
    switch json["error"] {
    case nil, .null: error = nil
    case .string(let name): error = name
    case .some: throw .malformedMessage(cause: "'error' is not a string")
    }
  }

  /// The parameters of a reply that went well.
  ///
  /// - Throws: the error that the reply carries.
  package func result() throws(WireError) -> JSON {
    guard let error else { return parameters }
    throw WireError(name: error, parameters: parameters)
  }

  /// The reply as a message with its end mark.
  package var bytes: [UInt8] {
    var members: [JSON.Member] = []
    if let error { members.append(JSON.Member("error", .string(error))) }
    members.append(JSON.Member("parameters", parameters))
    if continues { members.append(JSON.Member("continues", .bool(true))) }
    return JSON.object(members).bytes + [0]
  }
}
