// Varlink's own language, https://varlink.org/Interface-Definition; nothing of ours is added to it.

extension Interface {
  init(parsing text: String) throws(Mistake) {
    var tokens = try Tokens(text)
    comment = tokens.comment.filter { !$0.hasPrefix("@") }
    notes = tokens.notes
    try tokens.expect("interface")
    name = String(try tokens.take())
    guard name.contains(".") else { throw Mistake(line: 1, text: "'\(name)' has no dot") }
    self.text = text
    declarations = []
    while !tokens.isAtEnd { declarations.append(try Declaration(&tokens)) }
    membersOfWords = tokens.membersOfWords
    try check()
  }

  /// Every name is given once, and every type that is named is there.
  private func check() throws(Mistake) {
    var names: Set<String> = []
    for declaration in declarations where !names.insert(declaration.name).inserted {
      throw Mistake(line: declaration.line, text: "'\(declaration.name)' is described twice")
    }
    let types = Set(declarations.filter(\.isType).map(\.name))
    for (name, line) in declarations.flatMap(\.namedTypes) where !types.contains(name) {
      throw Mistake(line: line, text: "no type is called '\(name)'")
    }
  }
}

extension Declaration {
  fileprivate init(_ tokens: inout Tokens) throws(Mistake) {
    comment = tokens.comment.filter { !$0.hasPrefix("@") }
    notes = tokens.notes
    line = tokens.line
    let keyword = try tokens.take()
    name = String(try tokens.take())
    tokens.declared = name
    guard name.first?.isUppercase == true else {
      throw Mistake(line: line, text: "'\(name)' does not begin with a capital letter")
    }
    switch keyword {
    case "type":
      tokens.notesOfWords = [:]
      kind = .type(try Shape(bracketed: &tokens))
      notesOfWords = tokens.notesOfWords
    case "error": kind = .error(try tokens.fields())
    case "method":
      let parameters = try tokens.fields()
      try tokens.expect("->")
      kind = .method(parameters: parameters, reply: try tokens.fields())
    default: throw Mistake(line: line, text: "'\(keyword)' begins no declaration")
    }
  }

  fileprivate var isType: Bool { if case .type = kind { true } else { false } }

  fileprivate var namedTypes: [(String, Int)] {
    switch kind {
    case .type(let shape): shape.namedTypes
    case .method(let parameters, let reply): (parameters + reply).flatMap(\.shape.namedTypes)
    case .error(let fields): fields.flatMap(\.shape.namedTypes)
    }
  }
}

extension Shape {
  fileprivate init(_ tokens: inout Tokens) throws(Mistake) {
    if tokens.skips("?") {
      self = .optional(try Shape(&tokens))
    } else if tokens.skips("[") {
      if tokens.skips("string") {
        try tokens.expect("]")
        self = .dictionary(try Shape(&tokens))
      } else {
        try tokens.expect("]")
        self = .array(try Shape(&tokens))
      }
    } else if tokens.peeked == "(" {
      try self.init(bracketed: &tokens)
    } else {
      let line = tokens.line
      self =
        switch try tokens.take() {
        case "bool": .bool
        case "int": .int
        case "float": .float
        case "string": .string
        case "object": .object
        case let name: .named(String(name), line: line)
        }
    }
  }

  /// `(a: int)` is a structure, `(a, b)` a set of words.
  fileprivate init(bracketed tokens: inout Tokens) throws(Mistake) {
    var rest = tokens
    try rest.expect("(")
    if rest.peeked != ")" {
      _ = try rest.take()
      if rest.peeked != ":" {
        self = .words(try tokens.words())
        return
      }
    }
    self = .structure(try tokens.fields())
  }

  fileprivate var namedTypes: [(String, Int)] {
    switch self {
    case .bool, .int, .float, .string, .object, .words: []
    case .named(let name, let line): [(name, line)]
    case .optional(let shape), .array(let shape), .dictionary(let shape): shape.namedTypes
    case .structure(let fields): fields.flatMap(\.shape.namedTypes)
    }
  }
}

extension Tokens {
  fileprivate mutating func fields() throws(Mistake) -> [Field] {
    try expect("(")
    if skips(")") { return [] }
    var fields: [Field] = []
    repeat {
      let line = line
      let (notes, comment) = (notes, comment.filter { !$0.hasPrefix("@") })
      let name = String(try take())
      guard !fields.contains(where: { $0.name == name }) else {
        throw Mistake(line: line, text: "'\(name)' is there twice")
      }
      try expect(":")
      fields.append(
        Field(name: name, shape: try Shape(&self), line: line, notes: notes, comment: comment)
      )
    } while skips(",")
    try expect(")")
    return fields
  }

  fileprivate mutating func words() throws(Mistake) -> [String] {
    try expect("(")
    var words: [String] = []
    repeat { words.append(try takeWord()) } while skips(",")
    try expect(")")
    return words
  }
}
