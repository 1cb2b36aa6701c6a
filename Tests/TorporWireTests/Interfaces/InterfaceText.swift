@testable import TorporAppWire
@testable import TorporWire

/// The description of an interface, read as a Varlink client reads it, to hold messages against it.
struct InterfaceText {
  indirect enum Kind: Equatable {
    case bool, int, float, string, object
    case named(String)
    case optional(Kind)
    case array(Kind)
    case fields([Field])
  }

  struct Field: Equatable {
    var name: String
    var kind: Kind
  }

  struct Mistake: Error { var text: String }

  private(set) var name = ""
  private(set) var types: [String: [Field]] = [:]
  private(set) var enums: [String: [String]] = [:]
  private(set) var errors: [String: [Field]] = [:]
  private(set) var methods: [String: (parameters: [Field], reply: [Field])] = [:]

  init(_ description: String) throws {
    var tokens = Tokens(description)
    while let word = tokens.declaration() {
      let name = try tokens.word()
      // Clients keep types, errors and methods by one name each.
      guard types[name] == nil, enums[name] == nil, errors[name] == nil, methods[name] == nil else {
        throw Mistake(text: "'\(name)' is described twice")
      }
      switch word {
      case "interface": self.name = name
      case "type":
        if tokens.isAtWords {
          enums[name] = try tokens.words()
        } else {
          types[name] = try tokens.fields()
        }
      case "error": errors[name] = try tokens.fields()
      case "method":
        let parameters = try tokens.fields()
        try tokens.expect("->")
        methods[name] = (parameters, try tokens.fields())
      default: throw Mistake(text: "'\(word)' begins no declaration")
      }
    }
  }

  /// What is wrong with the value, each with the way to it; none where it is as described.
  func faults(in value: JSON, as kind: Kind, at path: String) -> [String] {
    switch (kind, value) {
    case (.optional, .null): []
    case (.optional(let kind), _): faults(in: value, as: kind, at: path)
    case (.bool, .bool), (.int, .integer), (.string, .string), (.object, .object),
      (.float, .number), (.float, .integer):
      []
    case (.array(let kind), .array(let elements)):
      elements.enumerated().flatMap { faults(in: $1, as: kind, at: "\(path).\($0)") }
    case (.named(let name), .string(let word)) where enums[name] != nil:
      enums[name]?.contains(word) == true ? [] : ["\(path): '\(word)' is not among the words"]
    case (.named(let name), _):
      types[name].map { faults(in: value, as: .fields($0), at: path) }
        ?? ["\(path): no type '\(name)'"]
    case (.fields(let fields), .object(let members)):
      faults(in: members, as: fields, at: path)
    default: ["\(path): \(value.kind) instead of \(kind)"]
    }
  }

  private func faults(in members: [JSON.Member], as fields: [Field], at path: String) -> [String] {
    var faults: [String] = []
    for member in members where !fields.contains(where: { $0.name == member.key }) {
      faults.append("\(path).\(member.key) is not described")
    }
    for field in fields {
      let way = "\(path).\(field.name)"
      if let member = members.first(where: { $0.key == field.name }) {
        faults += self.faults(in: member.value, as: field.kind, at: way)
      } else if case .optional = field.kind {
        continue
      } else {
        faults.append("\(way) is missing")
      }
    }
    return faults
  }

  /// The names of types that are used and not described.
  var unknownTypes: Set<String> {
    let used =
      methods.values.flatMap { $0.parameters + $0.reply } + errors.values.joined()
      + types.values.joined()
    return Set(used.flatMap { Self.names(in: $0.kind) }).subtracting(types.keys)
      .subtracting(enums.keys)
  }

  private static func names(in kind: Kind) -> [String] {
    switch kind {
    case .bool, .int, .float, .string, .object: []
    case .named(let name): [name]
    case .optional(let kind), .array(let kind): names(in: kind)
    case .fields(let fields): fields.flatMap { names(in: $0.kind) }
    }
  }
}

/// The words and marks of a description.
private struct Tokens {
  private var rest: [String] = []

  init(_ description: String) {
    for line in description.split(separator: "\n") {
      rest += Self.words(line.prefix { $0 != "#" })
    }
    rest.reverse()
  }

  private static func words(_ line: Substring) -> [String] {
    var words: [String] = []
    var isInWord = false
    for character in line {
      let isOfWord = character.isLetter || character.isNumber || "._".contains(character)
      if isOfWord, isInWord {
        words[words.count - 1].append(character)
      } else if character == ">", words.last == "-" {
        words[words.count - 1] = "->"
      } else if !character.isWhitespace {
        words.append(String(character))
      }
      isInWord = isOfWord
    }
    return words
  }

  /// The next keyword; `nil` at the end.
  mutating func declaration() -> String? { rest.popLast() }

  mutating func word() throws -> String {
    guard let next = rest.popLast() else {
      throw InterfaceText.Mistake(text: "the text ends too early")
    }
    return next
  }

  mutating func expect(_ mark: String) throws {
    let found = try word()
    guard found == mark else {
      throw InterfaceText.Mistake(text: "'\(found)' instead of '\(mark)'")
    }
  }

  private mutating func skips(_ mark: String) -> Bool {
    guard rest.last == mark else { return false }
    rest.removeLast()
    return true
  }

  /// Whether what comes is an enum: words without types.
  var isAtWords: Bool {
    let next = Array(rest.suffix(3))
    return next.count == 3 && next[2] == "(" && next[1] != ")" && next[0] != ":"
  }

  mutating func words() throws -> [String] {
    var words: [String] = []
    try expect("(")
    repeat { words.append(try word()) } while skips(",")
    try expect(")")
    return words
  }

  mutating func fields() throws -> [InterfaceText.Field] {
    var fields: [InterfaceText.Field] = []
    try expect("(")
    if skips(")") { return fields }
    repeat {
      let name = try word()
      try expect(":")
      fields.append(InterfaceText.Field(name: name, kind: try kind()))
    } while skips(",")
    try expect(")")
    return fields
  }

  private mutating func kind() throws -> InterfaceText.Kind {
    if skips("?") { return .optional(try kind()) }
    if skips("[") {
      try expect("]")
      return .array(try kind())
    }
    if rest.last == "(" { return .fields(try fields()) }
    switch try word() {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    case let name: return .named(name)
    }
  }
}
