import TorporAppModel

// Errors as they stand on the wire: what the interface says of each, and for people the sentence.

extension WireError {
  /// The members of the error.
  package var parameters: JSON {
    if case .other(_, let parameters) = self { return parameters }
    // Strict clients take no more of Varlink's own errors than Varlink says.
    let isVarlinksOwn = name.hasPrefix("org.varlink.service.")
    return .object(optional: members + [("message", isVarlinksOwn ? nil : sentence.json)])
  }

  /// Reads an error from its name and members; what this version does not know becomes `.other`.
  package init(name: String, parameters: JSON) {
    let known = try? Self.known(name, ParameterReader(reply: parameters))
    self = known ?? .other(name: name, parameters: parameters)
  }
}

extension JSON {
  /// An object with the members in the order given.
  package static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { Member($0.key, $0.value) })
  }
}
