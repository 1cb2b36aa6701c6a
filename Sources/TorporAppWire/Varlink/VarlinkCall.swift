/// One call as it stands on the wire: `{"method": …, "parameters": …, "oneway": …, "more": …}`.
package struct VarlinkCall: Hashable, Sendable {
  /// The method with its interface in front: `io.torpor.App.Attach`.
  package var method: String
  /// An object; empty where the call has none.
  package var parameters: JSON
  /// Whether the caller wants no reply.
  package var isOneway: Bool
  /// Whether the caller takes several replies.
  package var wantsMore: Bool
  /// Whether the caller wants another protocol after the reply; nothing here offers that.
  package var wantsUpgrade: Bool

  package init(
    method: String,
    parameters: JSON = .object([]),
    isOneway: Bool = false,
    wantsMore: Bool = false,
    wantsUpgrade: Bool = false
  ) {
    self.method = method
    self.parameters = parameters
    self.isOneway = isOneway
    self.wantsMore = wantsMore
    self.wantsUpgrade = wantsUpgrade
  }

  /// Reads a call from a message without its end mark.
  ///
  /// Members of the message that Varlink does not know are skipped, as its specification has it for
  /// later versions; unknown parameters are a matter of the method.
  ///
  /// - Throws: `WireError.malformedMessage` where it is no JSON or no call.
  package init(message: ArraySlice<UInt8>) throws(WireError) {
    let json = try JSON(message: message)
    guard let method = json["method"]?.text else {
      throw .malformedMessage(cause: "a call has no 'method' that is a string")
    }
    self.method = method
    parameters = try json.parametersOfMessage()
    isOneway = try json.flagOfMessage("oneway")
    wantsMore = try json.flagOfMessage("more")
    wantsUpgrade = try json.flagOfMessage("upgrade")
  }

  /// The interface part of the method's name, and the rest; `nil` where there is no dot.
  package var nameParts: (interface: Substring, method: Substring)? {
    guard let dot = method.lastIndex(of: ".") else { return nil }
    return (method[..<dot], method[method.index(after: dot)...])
  }

  /// The call as a message with its end mark.
  package var bytes: [UInt8] {
    var members = [JSON.Member("method", .string(method)), JSON.Member("parameters", parameters)]
    if isOneway { members.append(JSON.Member("oneway", .bool(true))) }
    if wantsMore { members.append(JSON.Member("more", .bool(true))) }
    if wantsUpgrade { members.append(JSON.Member("upgrade", .bool(true))) }
    return JSON.object(members).bytes + [0]
  }
}

extension JSON {
  /// Reads a message without its end mark.
  init(message: ArraySlice<UInt8>) throws(WireError) {
    do throws(JSONSyntaxError) {
      self = try JSON(parsing: message)
    } catch {
      throw .malformedMessage(cause: error.description)
    }
    guard case .object = self else {
      throw .malformedMessage(cause: "a message is \(kind) instead of an object")
    }
  }

  func parametersOfMessage() throws(WireError) -> JSON {
    switch self["parameters"] {
    case nil, .null: return .object([])
    case .object(let members): return .object(members)
    case .some: throw .malformedMessage(cause: "'parameters' is not an object")
    }
  }

  func flagOfMessage(_ key: String) throws(WireError) -> Bool {
    switch self[key] {
    case nil, .null: return false
    case .bool(let flag): return flag
    case .some: throw .malformedMessage(cause: "'\(key)' is not true or false")
    }
  }
}
