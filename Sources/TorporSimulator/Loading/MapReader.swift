import TorporModel

/// Collects what is wrong with one file while it is read.
final class DiagnosticSink {
  let file: String
  private(set) var diagnostics: [ScenarioDiagnostic] = []

  init(file: String) { self.file = file }

  func report(_ message: String, line: Int?) {
    diagnostics.append(ScenarioDiagnostic(file: file, line: line, message: message))
  }

  func report(_ message: String, at mark: YAMLMark) {
    diagnostics.append(
      ScenarioDiagnostic(file: file, line: mark.line, column: mark.column, message: message)
    )
  }

  func report(_ message: String, at node: YAMLNode) {
    report(message, at: node.mark)
  }
}

/// Reads one YAML map strictly: what is asked for is what is allowed, and `finish` reports the rest.
struct MapReader {
  /// What the map is, for messages: "the device", "a push".
  let subject: String
  let node: YAMLNode
  let sink: DiagnosticSink
  private let pairs: [(key: String, keyNode: YAMLNode, value: YAMLNode)]
  private var asked: [String] = []

  /// Opens a map; reports and gives `nil` where the node is none.
  ///
  /// With `mayBeEmpty`, nothing after the key stands for a map without keys.
  init?(_ node: YAMLNode, subject: String, mayBeEmpty: Bool = false, sink: DiagnosticSink) {
    guard let mapping = node.mapping ?? (mayBeEmpty && node.isNothing ? [] : nil) else {
      sink.report("\(subject) must be a map, found \(node.kindText)", at: node)
      return nil
    }
    var pairs: [(key: String, keyNode: YAMLNode, value: YAMLNode)] = []
    for pair in mapping {
      guard let name = pair.key.scalar?.text else {
        sink.report(
          "a key of \(subject) must be a word, found \(pair.key.kindText)",
          at: pair.key
        )
        continue
      }
      pairs.append((name, pair.key, pair.value))
    }
    self.subject = subject
    self.node = node
    self.sink = sink
    self.pairs = pairs
  }

  var line: Int { node.mark.line }
  var keys: [String] { pairs.map(\.key) }
  var entries: [(key: String, keyNode: YAMLNode, value: YAMLNode)] { pairs }

  /// Whether the key is there; counts as having asked for it.
  mutating func has(_ key: String) -> Bool { value(key) != nil }

  /// The node of a key, if it is there.
  mutating func value(_ key: String) -> YAMLNode? {
    if !asked.contains(key) { asked.append(key) }
    return pairs.first { $0.key == key }?.value
  }

  /// The node of a key that must be there; a scenario without it is wrong.
  mutating func required(_ key: String) -> YAMLNode? {
    if let node = value(key) { return node }
    sink.report("\(subject) needs the key '\(key)'; add '\(key): …'", at: node)
    return nil
  }

  /// Reads an optional scalar; `nil` where it is absent or wrong (then it is reported).
  mutating func scalar<Value>(_ key: String, _ form: ScalarForm<Value>) -> Value? {
    value(key).flatMap { form.read($0, key: key, sink: sink) }
  }

  /// Reads a scalar that must be there.
  mutating func requiredScalar<Value>(_ key: String, _ form: ScalarForm<Value>) -> Value? {
    required(key).flatMap { form.read($0, key: key, sink: sink) }
  }

  /// Reports every key that was not asked for.
  func finish() {
    for pair in pairs where !asked.contains(pair.key) {
      let near = suggestion(for: pair.key, among: asked).map { "; did you mean '\($0)'?" } ?? "."
      sink.report(
        "unknown key '\(pair.key)' in \(subject)\(near) Allowed: \(asked.joined(separator: ", "))",
        at: pair.keyNode
      )
    }
  }
}

/// How a scalar is read, and how a wrong one is named.
struct ScalarForm<Value> {
  /// "a duration such as 1h30m".
  let meant: String
  /// All values, where they can be listed.
  var allowed: [String]?
  let parse: (String) -> Value?

  /// Reads the node; reports and gives `nil` where it is something else.
  func read(_ node: YAMLNode, key: String, sink: DiagnosticSink) -> Value? {
    guard let scalar = node.scalar else {
      sink.report("'\(key)' must be \(meant), found \(node.kindText)", at: node)
      return nil
    }
    if let value = parse(scalar.text) { return value }
    if let allowed {
      sink.report(
        "'\(key)': " + notAllowed(scalar.text, as: meant, allowed: allowed),
        at: node
      )
    } else {
      sink.report("'\(key)' must be \(meant), found '\(scalar.text)'", at: node)
    }
    return nil
  }
}

extension YAMLNode {
  /// What kind of node it is, for messages.
  var kindText: String {
    switch self {
    case .scalar(let scalar, _): scalar.text.isEmpty ? "nothing" : "'\(scalar.text)'"
    case .mapping: "a map"
    case .sequence: "a list"
    }
  }
}
