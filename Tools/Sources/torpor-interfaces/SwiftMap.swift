/// What `Interfaces/swift.map` says: which types of Swift stand for what an interface describes.
///
/// A line each; `#` begins a comment.
///
///     interface io.torpor.Control
///     field SCOPE.NAME PROPERTY TYPE [= DEFAULT | := DEFAULT | via READ]
///     embed SCOPE PROPERTY TYPE KEY …
///     type NAME words TYPE
///     type NAME made TYPE [public]
///     type NAME tag
///     type NAME shared TYPE
///     type NAME list EXPRESSION
///     type NAME hand TYPE
///     type NAME struct TYPE
///     type NAME TYPE(MEMBER, …)
///     union NAME TYPE [object]
///     case WORD PATTERN | hand
///     error NAME PATTERN
///     call NAME PROPERTY TYPE
///     reply NAME TYPE
///     own TYPE …
///     apps TYPE …
///
/// `field`: the property that stands for a member, `-` for one of its own name, and its type, of which the
/// member may be a list or may be missing. SCOPE is a type, a method, `METHOD.Reply`, `UNION.WORD` where
/// the word is the one member that is there, or `*`; NAME may begin
/// with `*`. With a default the property is never missing; `:=` writes it always, `=` only where it differs.
/// `via`: it is read and written as another type, and each of the two has an initializer that takes the other.
/// `embed`: members that one property stands for, which reads and writes them itself; `*`: all but `key`.
/// `words`: an enum of strings. `made`: one that the vocabulary gets from the interface
/// (`SwiftWords`), `public` where apps see it. `tag`: the
/// words that tell the cases of a union apart, which that reads. `shared`: a type that another interface describes,
/// too. `list`: the
/// words of an enum that is read and written by hand. `hand`: a type whose
/// reading and writing is written by hand. `struct`: the name of a structure that is made. Otherwise a type
/// with an initializer: `member`, `member=name on the wire`, `member:default`, `member:=default` which is always
/// written, `label member`, `_ member` without a label, `member@key+key` that reads and writes those itself (`@?`: it is `nil` without the first of them),
/// `+member` that is set afterwards, `name<-expression` that is only written. `union`: a structure that `# @union MEMBER` marks, and the type of Swift
/// that has the cases below it, each with `$member` for a value and `$member?` for one that may be missing;
/// `object` where it is no part of another. A word may stand for two cases: the earlier one is read where the
/// members are there that the later one lacks. Of a structure that `# @union` marks without a member, the one member
/// that is there is the word, and its members are those of the case; the map may leave such a member to code by
/// `hand`. `error`: the case of `WireError` that an error is. `call`: a method whose
/// parameters are those of a type that reads and writes itself. `reply`: a type that stands for a reply. `own`: types of the
/// module that the output is part of. `apps`: types whose readers apps link, too: those are in `TorporAppWire`.
struct SwiftMap {
  struct FieldRule {
    var pattern: Substring
    var property: String?
    var type: String
    var standard: String?
    var isAlwaysWritten = false
    var via: String?
  }

  /// Members that one property stands for.
  struct EmbedRule {
    var property: String
    var type: String
    var keys: [String]
    var line = 1
  }

  enum TypeRule {
    case words(String)
    case made(String, access: String)
    case shared(String)
    case list(String)
    case hand(String)
    case tag
    case structure(String)
    case model(String, [Member])
  }

  /// A member of a type that the code has already.
  struct Member {
    enum Use { case argument, unnamedArgument, property, written }
    var use: Use
    var label = ""
    var name: String
    var key: String?
    var standard: String?
    var isAlwaysWritten = false
    /// The names of the members that it reads and writes itself.
    var embedded: [String] = []
    /// Whether it is `nil` where the first of them is missing.
    var isEmbeddedOptional = false
  }

  /// The line of the file on which it begins.
  var line = 1
  var fields: [FieldRule] = []
  var embeds: [String: [EmbedRule]] = [:]
  var unions: [UnionRule] = []
  /// The case of `WireError` for each error.
  var errors: [UnionCase] = []
  var types: [String: TypeRule] = [:]
  /// The lines of these types in the map.
  var linesOfTypes: [String: Int] = [:]
  var calls: [String: (property: String, type: String)] = [:]
  var replies: [String: String] = [:]
  /// Types that need no import.
  var own: Set<String> = [
    "Bool", "Double", "Duration", "Int", "Int32", "Int64", "JSON", "String", "UInt32", "UInt64",
    "UInt8",
  ]

  /// Types that the interface describes and that apps have, too.
  var apps: Set<String> = []

  /// Whether only the errors of the interface are made.
  var hasErrorsAlone: Bool { types.isEmpty }

  /// The maps of a file, by the names of the interfaces.
  static func parse(_ text: String) throws(Mistake) -> [String: SwiftMap] {
    var maps: [String: SwiftMap] = [:]
    var interface = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(separator: " ")
      guard let first = words.first else { continue }
      if first == "interface", words.count == 2 {
        interface = String(words[1])
        maps[interface] = SwiftMap(line: index + 1)
      } else if interface.isEmpty {
        throw .inMap(line: index + 1, text: "'\(line)' is in front of the first 'interface'")
      } else if try maps[interface]?.take(words, line: index + 1) != true {
        throw .inMap(line: index + 1, text: "'\(line)' is not a line of a map")
      }
    }
    return maps
  }

  private mutating func take(_ words: [Substring], line: Int) throws(Mistake) -> Bool {
    let names = words.map(String.init)
    if names[0] == "type", names.count > 1 { linesOfTypes[names[1]] = line }
    switch (names[0], names.count) {
    case ("field", 4), ("field", 6):
      fields.append(
        FieldRule(
          pattern: words[1],
          property: names[2] == "-" ? nil : names[2],
          type: names[3],
          standard: names.count == 6 && names[4] != "via" ? names[5] : nil,
          isAlwaysWritten: names.count == 6 && names[4] == ":=",
          via: names.count == 6 && names[4] == "via" ? names[5] : nil
        )
      )
    case ("embed", 5...):
      embeds[names[1], default: []].append(
        EmbedRule(property: names[2], type: names[3], keys: Array(names[4...]), line: line)
      )
    case ("type", 3) where names[2] == "tag": types[names[1]] = .tag
    case ("type", 4...) where names[2] == "words": types[names[1]] = .words(names[3])
    case ("type", 4...) where names[2] == "made":
      types[names[1]] = .made(
        names[3],
        access: names.last == "public" ? "public" : "package"
      )
    case ("type", 4...) where names[2] == "shared": types[names[1]] = .shared(names[3])
    case ("type", 4...) where names[2] == "list": types[names[1]] = .list(names[3])
    case ("type", 4...) where names[2] == "hand": types[names[1]] = .hand(names[3])
    case ("type", 4...) where names[2] == "struct": types[names[1]] = .structure(names[3])
    case ("type", 3...):
      let text = names[2...].joined(separator: " ")
      guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return false }
      let members = text[text.index(after: open)...].dropLast().split(separator: ",")
      types[names[1]] = .model(
        String(text[..<open]),
        try members.map { member throws(Mistake) in try Member(member, line: line) }
      )
    case ("union", 3), ("union", 4):
      unions.append(
        UnionRule(
          type: names[1],
          swift: names[2],
          line: line,
          isObject: names.last == "object"
        )
      )
    case ("case", 3...) where !unions.isEmpty:
      let pattern = names[2...].joined(separator: " ")
      unions[unions.count - 1].cases.append(
        try UnionCase(word: names[1], pattern: pattern, line: line)
      )
    case ("error", 3...):
      let pattern = names[2...].joined(separator: " ")
      errors.append(try UnionCase(word: names[1], pattern: pattern, line: line))
    case ("call", 4): calls[names[1]] = (names[2], names[3])
    case ("reply", 3): replies[names[1]] = names[2]
    case ("apps", 2...): apps.formUnion(names[1...])
    case ("own", 2...): own.formUnion(names[1...])
    default: return false
    }
    return true
  }

  /// Every type and every union of the map is one of the interface.
  func check(against interface: Interface) throws(Mistake) {
    let known = Set(interface.types.map(\.name))
    let used =
      linesOfTypes.map { (name: $0.key, line: $0.value) }
      + unions.map { (name: $0.type, line: $0.line) }
    if let stray = used.filter({ !known.contains($0.name) }).min(by: { $0.line < $1.line }) {
      throw .inMap(line: stray.line, text: "\(interface.name) has no type '\(stray.name)'")
    }
  }

  /// The rule for a member; the first that fits.
  func rule(for name: String, in scope: String) -> FieldRule? {
    fields.first { rule in
      guard let dot = rule.pattern.lastIndex(of: ".") else { return false }
      let (asked, pattern) = (rule.pattern[..<dot], rule.pattern[dot...].dropFirst())
      guard asked == "*" || asked == scope else { return false }
      return pattern.first == "*" ? name.hasSuffix(pattern.dropFirst()) : name == pattern
    }
  }
}

extension SwiftMap.Member {
  fileprivate init(_ text: Substring, line: Int) throws(Mistake) {
    func mistake() -> Mistake {
      .inMap(line: line, text: "'\(text.drop { $0 == " " })' is not a member of a type")
    }
    var rest = text.drop { $0 == " " }
    if rest.hasPrefix("_ ") {
      use = .unnamedArgument
      rest = rest.dropFirst(2)
    } else if rest.hasPrefix("+") {
      use = .property
      rest = rest.dropFirst()
    } else {
      use = rest.contains("<") ? .written : .argument
    }
    if use == .written {
      let parts = rest.split(separator: "<")
      guard parts.count == 2, parts[1].hasPrefix("-") else { throw mistake() }
      key = String(parts[0])
      name = String(parts[1].dropFirst())
      return
    }
    let embedding = rest.split(separator: "@", maxSplits: 1)
    if embedding.count == 2 {
      isEmbeddedOptional = embedding[1].hasPrefix("?")
      embedded = embedding[1].drop { $0 == "?" }.split(separator: "+").map(String.init)
      rest = embedding[0]
    }
    let parts = rest.split(separator: ":", maxSplits: 1)
    isAlwaysWritten = parts.count == 2 && parts[1].hasPrefix("=")
    standard = parts.count == 2 ? String(parts[1].drop { $0 == "=" }) : nil
    let names = parts.first?.split(separator: "=") ?? []
    let labels = names.first?.split(separator: " ") ?? []
    guard let first = labels.first, let last = labels.last else { throw mistake() }
    label = String(first)
    name = String(last)
    key = names.count == 2 ? String(names[1]) : nil
  }
}
