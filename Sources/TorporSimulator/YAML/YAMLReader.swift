/// Reads the one document of a YAML file, within bounds.
struct YAMLReader: ~Copyable {
  /// How deep lists and maps may lie in one another; the deepest scenario has 9 levels.
  static let maximumDepth = 64
  /// How many values a file may have; the largest scenario has some 2,000.
  static let maximumValues = 100_000
  /// What all aliases of a file together may stand for.
  ///
  /// A few lines of aliases to aliases would stand for more than any memory holds.
  static let maximumAliasedBytes = 256 << 10

  /// What an anchor names, and what each alias of it costs.
  private struct Anchored {
    let node: YAMLNode
    let height: Int
    let bytes: Int
  }

  private let events: YAMLEvents
  private var anchors: [String: Anchored] = [:]
  private var values = 0
  private var aliasedBytes = 0

  private init(_ text: String) {
    events = YAMLEvents(text: text)
  }

  /// Reads a file; `nil` where it has nothing but comments.
  static func read(_ text: String) throws(YAMLError) -> YAMLNode? {
    var reader = YAMLReader(text)
    guard try reader.documentStarts() else { return nil }
    let root = try reader.node(from: reader.events.next(), depth: 0).node
    if try reader.documentStarts() {
      throw YAMLError(
        sentence: "a second document begins here, and a scenario has one; remove '---', or make "
          + "two files",
        mark: reader.lastMark
      )
    }
    return root
  }

  private var lastMark = YAMLMark(line: 1, column: 1)

  /// Passes what stands before a document; whether there is one.
  private mutating func documentStarts() throws(YAMLError) -> Bool {
    while true {
      let event = try events.next()
      lastMark = event.mark
      switch event.kind {
      case .documentStart: return true
      case .streamEnd: return false
      default: continue
      }
    }
  }

  private mutating func node(from event: YAMLEvent, depth: Int) throws(YAMLError) -> Anchored {
    values += 1
    guard values <= Self.maximumValues else {
      throw YAMLError(
        sentence: "more than \(Self.maximumValues) values; make several files of it",
        mark: event.mark
      )
    }
    switch event.kind {
    case .alias(let name): return try alias(name, at: event.mark, depth: depth)
    case .scalar(let scalar, let anchor):
      let bytes = Self.bytesOfNode + scalar.text.utf8.count
      return keep(.scalar(scalar, at: event.mark), height: 0, bytes: bytes, as: anchor)
    case .sequenceStart(let anchor):
      try check(depth: depth + 1, at: event.mark)
      return try sequence(at: event.mark, anchor: anchor, depth: depth + 1)
    case .mappingStart(let anchor):
      try check(depth: depth + 1, at: event.mark)
      return try mapping(at: event.mark, anchor: anchor, depth: depth + 1)
    case .boundary, .documentStart, .streamEnd, .collectionEnd:
      preconditionFailure("libyaml reports a value here")
    }
  }

  private mutating func sequence(
    at mark: YAMLMark,
    anchor: String?,
    depth: Int
  ) throws(YAMLError) -> Anchored {
    var items: [YAMLNode] = []
    var height = 0
    var bytes = Self.bytesOfNode
    while case let event = try events.next(), !event.kind.endsCollection {
      let item = try node(from: event, depth: depth)
      items.append(item.node)
      height = max(height, item.height)
      bytes += item.bytes
    }
    return keep(.sequence(items, at: mark), height: height + 1, bytes: bytes, as: anchor)
  }

  private mutating func mapping(
    at mark: YAMLMark,
    anchor: String?,
    depth: Int
  ) throws(YAMLError) -> Anchored {
    var pairs: [YAMLPair] = []
    var firstLines: [String: Int] = [:]
    var height = 0
    var bytes = Self.bytesOfNode
    while case let event = try events.next(), !event.kind.endsCollection {
      let key = try node(from: event, depth: depth)
      if let name = key.node.scalar?.text {
        if let line = firstLines[name] {
          throw YAMLError(
            sentence: "the key '\(name)' is already in line \(line); remove one of the two",
            mark: event.mark
          )
        }
        firstLines[name] = event.mark.line
      }
      let value = try node(from: events.next(), depth: depth)
      pairs.append(YAMLPair(key: key.node, value: value.node))
      height = max(height, key.height, value.height)
      bytes += key.bytes + value.bytes
    }
    return keep(.mapping(pairs, at: mark), height: height + 1, bytes: bytes, as: anchor)
  }

  /// Keeps what an anchor names; a later anchor of the same name takes its place, as YAML has it.
  private mutating func keep(
    _ node: YAMLNode,
    height: Int,
    bytes: Int,
    as anchor: String?
  ) -> Anchored {
    let anchored = Anchored(node: node, height: height, bytes: bytes)
    if let anchor { anchors[anchor] = anchored }
    return anchored
  }

  private mutating func alias(
    _ name: String,
    at mark: YAMLMark,
    depth: Int
  ) throws(YAMLError) -> Anchored {
    guard let anchored = anchors[name] else {
      throw YAMLError(
        sentence: "the alias '*\(name)' has no anchor; write '&\(name)' before the value that it "
          + "stands for, above this line",
        mark: mark
      )
    }
    try check(depth: depth + anchored.height, at: mark)
    aliasedBytes += anchored.bytes
    guard aliasedBytes <= Self.maximumAliasedBytes else {
      throw YAMLError(
        sentence: "the aliases up to '*\(name)' stand for more than "
          + "\(Self.maximumAliasedBytes >> 10) KiB; use fewer",
        mark: mark
      )
    }
    return anchored
  }

  private func check(depth: Int, at mark: YAMLMark) throws(YAMLError) {
    guard depth <= Self.maximumDepth else {
      throw YAMLError(
        sentence: "lists and maps lie more than \(Self.maximumDepth) deep in one another",
        mark: mark
      )
    }
  }

  /// What a value costs beside its text, so that empty ones have a bound too.
  private static let bytesOfNode = 16
}

extension YAMLEvent.Kind {
  fileprivate var endsCollection: Bool {
    if case .collectionEnd = self { true } else { false }
  }
}
