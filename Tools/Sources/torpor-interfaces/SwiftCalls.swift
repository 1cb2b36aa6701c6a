// What becomes of the methods of an interface: a type for each call and each reply, and one protocol that
// handles them all.

extension Interface {
  /// The methods by the `@group` in front of the first of them.
  var groups: [(name: String, methods: [Declaration])] {
    var groups: [(name: String, methods: [Declaration])] = []
    for method in methods {
      if let name = method.notes["group"] { groups.append((name, [])) }
      if groups.isEmpty { groups.append(("Calls", [])) }
      groups[groups.count - 1].methods.append(method)
    }
    return groups
  }

  /// The file with the calls of a group.
  func callsFile(_ methods: [Declaration], _ map: SwiftMap) throws(Mistake) -> String {
    var lines = ["extension \(namespace) {"]
    for (index, method) in methods.enumerated() {
      if index > 0 { lines.append("") }
      lines += try call(method, map)
    }
    return (head(importing: lines.contains { map.needsImport($0, in: self) }) + lines + ["}", ""])
      .joined(separator: "\n")
  }

  private func call(_ method: Declaration, _ map: SwiftMap) throws(Mistake) -> [String] {
    guard case .method(let parameters, let reply) = method.kind else { return [] }
    var lines = method.documentation
    let isKeyed = parameters.contains { $0.name == "key" }
    lines.append("package struct \(method.name): \(isKeyed ? "KeyedCall" : "WireCall") {")
    lines += [
      "package static let method = \"\(name).\(method.name)\"",
      "package static let wantsMore = \(method.notes["more"] != nil)",
      "package var permission: CallPermission { \(try method.permission(orAll: notes["permission"])) }",
    ]
    if let (property, type) = map.calls[method.name] {
      lines += [
        "package var \(property): \(type)", "",
        "package init(_ \(property): \(type)) { self.\(property) = \(property) }", "",
        "package init(parameters: JSON) throws(WireError) {",
        "\(property) = try \(type)(call: parameters)", "}", "",
        "package var parameters: JSON { \(property).parameters }",
      ]
    } else {
      let members = try SwiftField.all(parameters, in: method.name, self, map)
      lines += members.isEmpty ? Self.emptyBody : body(of: members, keys: parameters.map(\.name))
      lines += [
        "", "package init(parameters: JSON) throws(WireError) {",
        "try self.init(ParameterReader(call: parameters, keys: Self.keys))", "try check()", "}", "",
        "package var parameters: JSON { .object(optional: members) }",
      ]
    }
    lines.append("")
    if let type = map.replies[method.name] {
      lines.append("package typealias Reply = \(type)")
    } else if reply.isEmpty {
      lines.append("package typealias Reply = NoReply")
    } else {
      lines.append("/// The reply to `\(method.name)`.")
      let structure = try structure(
        "Reply",
        reply,
        scope: "\(method.name).Reply",
        conformance: "WireReply, WireObject",
        map
      )
      lines +=
        structure.dropLast() + [
          "", "package init(reply parameters: JSON) throws(WireError) {",
          "self = try Self.read(reply: parameters)", "}", "",
          "package var parameters: JSON { json }", "}",
        ]
    }
    return lines + ["}"]
  }

  private static let emptyBody = [
    "", "package init() {}", "", "package static let keys: [String] = []", "",
    "package init(_ message: ParameterReader) throws(WireError) {}", "",
    "package var members: [(key: String, value: JSON?)] { [] }",
  ]

  /// The file with all calls as one type, and with the protocol that handles them.
  func handlerFile() -> String {
    let (call, handler) = ("\(namespace)Call", "\(namespace)Handler")
    let names = methods.map { (type: "\(namespace).\($0.name)", name: $0.swiftName, method: $0) }
    var lines = head(importing: false)
    lines += [
      "/// A call of \(name) with its parameters.", "package enum \(call): Hashable, Sendable {",
    ]
    lines += names.map { "case \($0.name)(\($0.type))" }
    lines += [
      "", "/// Reads a call.", "///",
      "/// - Throws: `WireError.methodNotFound`, or `.invalidParameter` with the parameter's name.",
      "package init(method: some StringProtocol, parameters: JSON) throws(WireError) {",
      "guard let known = \(swiftName).Method(rawValue: String(method)) else {",
      "throw .methodNotFound(method: \"\\(\(swiftName).name).\\(method)\")", "}",
      "switch known {",
    ]
    lines += names.map {
      "case .\($0.name): self = .\($0.name)(try \($0.type)(parameters: parameters))"
    }
    lines += [
      "}", "}", "", "/// The call by itself.", "package var call: any WireCall {", "switch self {",
    ]
    lines += names.map { "case .\($0.name)(let call): call" } + ["}", "}"]
    lines += [
      "", "/// Has the call handled by the method of its name.", "///",
      "/// - Throws: what the method throws.",
      "package func handle<Handler: \(handler)>(",
      "by handler: Handler,", "as id: WireSession.CallIdentifier",
      ") throws(WireError) -> Handler.Work {",
      "switch self {",
    ]
    lines += names.map {
      "case .\($0.name)(let call): try handler.\($0.name)(Incoming(call, id: id))"
    }
    lines += ["}", "}", "}", "", "/// What handles the calls of \(name): a method each."]
    lines += [
      "package protocol \(handler) {", "/// What comes of a call.", "associatedtype Work", "",
    ]
    for (type, name, method) in names {
      lines += method.documentation
      lines.append("func \(name)(_ call: Incoming<\(type)>) throws(WireError) -> Work")
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }
}

extension Declaration {
  /// Who may make the call, as `@permission` says, of the method or of the interface.
  fileprivate func permission(orAll standard: String?) throws(Mistake) -> String {
    guard let note = notes["permission"] ?? standard else {
      throw Mistake(
        line: line,
        text: "'\(name)' does not say who may call it: add '# @permission …'"
      )
    }
    let words = note.split(separator: " ")
    let known = ["anyone", "user", "unlocked", "device", "link", "app"]
    guard let first = words.first, known.contains(String(first)) else {
      throw Mistake(
        line: line,
        text: "'\(note)' is not a permission: anyone, user, unlocked, device, link, app"
      )
    }
    if words.count == 3, words[1] == "without" { return "\(words[2]) == nil ? .\(first) : .user" }
    return ".\(first)"
  }
}

extension SwiftMap {
  /// Whether a line declares a property of a type of another module.
  fileprivate func needsImport(_ line: String, in interface: Interface) -> Bool {
    guard line.hasPrefix("package var "), !line.hasPrefix("package var members:"),
      let colon = line.firstIndex(of: ":")
    else { return false }
    let type = line[colon...].prefix { $0 != "{" }.dropFirst().filter { !" []?".contains($0) }
    let first = type.split(separator: ".").first.map(String.init) ?? ""
    let isMade = types.values.contains { if case .structure(first) = $0 { true } else { false } }
    return !isMade && !own.contains(first) && first != interface.namespace
  }
}
