/// What `Interfaces/swift.map` says: which types of Swift stand for what an interface describes.
///
/// A line each; `#` begins a comment.
///
///     interface io.torpor.Control
///     field SCOPE.NAME PROPERTY TYPE [= DEFAULT]
///     type NAME words TYPE
///     type NAME list EXPRESSION
///     type NAME hand TYPE
///     type NAME struct TYPE
///     type NAME TYPE(MEMBER, …)
///     call NAME PROPERTY TYPE
///     reply NAME TYPE
///     own TYPE …
///
/// `field`: the property that stands for a member, `-` for one of its own name, and its type, of which the
/// member may be a list or may be missing. SCOPE is a type, a method, `METHOD.Reply`, or `*`; NAME may begin
/// with `*`. With a default the property is never missing. `words`: an enum of strings. `list`: the
/// words of an enum that is read and written by hand. `hand`: a type whose
/// reading and writing is written by hand. `struct`: the name of a structure that is made. Otherwise a type
/// with an initializer: `member`, `member=name on the wire`, `member:default`, `label member`, `_ member` without a label,
/// `+member` that is set afterwards, `name<-expression` that is only written. `call`: a method whose
/// parameters are those of a type that reads and writes itself. `reply`: a type that stands for a reply. `own`: types of the
/// module that the output is part of.
struct SwiftMap {
  struct FieldRule {
    var pattern: Substring
    var property: String?
    var type: String
    var standard: String?
  }

  enum TypeRule {
    case words(String)
    case list(String)
    case hand(String)
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
  }

  var fields: [FieldRule] = []
  var types: [String: TypeRule] = [:]
  var calls: [String: (property: String, type: String)] = [:]
  var replies: [String: String] = [:]
  /// Types that need no import.
  var own: Set<String> = [
    "Bool", "Double", "Duration", "Int", "Int32", "Int64", "JSON", "String", "UInt32", "UInt64",
    "UInt8",
  ]

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
        maps[interface] = SwiftMap()
      } else if maps[interface]?.take(words) != true {
        throw Mistake(line: index + 1, text: "'\(line)' is not a line of a map")
      }
    }
    return maps
  }

  private mutating func take(_ words: [Substring]) -> Bool {
    let names = words.map(String.init)
    switch (names[0], names.count) {
    case ("field", 4), ("field", 6):
      fields.append(
        FieldRule(
          pattern: words[1],
          property: names[2] == "-" ? nil : names[2],
          type: names[3],
          standard: names.count == 6 ? names[5] : nil
        )
      )
    case ("type", 4...) where names[2] == "words": types[names[1]] = .words(names[3])
    case ("type", 4...) where names[2] == "list": types[names[1]] = .list(names[3])
    case ("type", 4...) where names[2] == "hand": types[names[1]] = .hand(names[3])
    case ("type", 4...) where names[2] == "struct": types[names[1]] = .structure(names[3])
    case ("type", 3...):
      let text = names[2...].joined(separator: " ")
      guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return false }
      let members = text[text.index(after: open)...].dropLast().split(separator: ",")
      types[names[1]] = .model(String(text[..<open]), members.map(Member.init))
    case ("call", 4): calls[names[1]] = (names[2], names[3])
    case ("reply", 3): replies[names[1]] = names[2]
    case ("own", 2...): own.formUnion(names[1...])
    default: return false
    }
    return true
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
  fileprivate init(_ text: Substring) {
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
      key = String(parts[0])
      name = String(parts[1].dropFirst())
      return
    }
    let parts = rest.split(separator: ":", maxSplits: 1)
    standard = parts.count == 2 ? String(parts[1]) : nil
    let names = parts[0].split(separator: "=")
    let labels = names[0].split(separator: " ")
    label = String(labels[0])
    name = String(labels[labels.count - 1])
    key = names.count == 2 ? String(names[1]) : nil
  }
}
