/// One value of a YAML file and where it begins.
///
/// Aliases are replaced by what they stand for; tags are not kept.
indirect enum YAMLNode {
  case scalar(YAMLScalar, at: YAMLMark)
  case sequence([YAMLNode], at: YAMLMark)
  /// In the order of the file; no two keys that are scalars have the same text.
  case mapping([YAMLPair], at: YAMLMark)

  /// Where the value begins; an alias begins where its anchor is.
  var mark: YAMLMark {
    switch self {
    case .scalar(_, let mark), .sequence(_, let mark), .mapping(_, let mark): mark
    }
  }

  /// The scalar, if the node is one.
  var scalar: YAMLScalar? {
    if case .scalar(let scalar, _) = self { scalar } else { nil }
  }

  /// Whether nothing stands where a value may.
  var isNothing: Bool { scalar.map { $0.isPlain && ["", "~", "null"].contains($0.text) } ?? false }

  /// The items, if the node is a list.
  var sequence: [YAMLNode]? {
    if case .sequence(let items, _) = self { items } else { nil }
  }

  /// The keys with their values, if the node is a map.
  var mapping: [YAMLPair]? {
    if case .mapping(let pairs, _) = self { pairs } else { nil }
  }

  /// The value of a key, if the node is a map that has it.
  subscript(key: String) -> YAMLNode? {
    mapping?.first { $0.key.scalar?.text == key }?.value
  }
}

/// A word, a number or a text; which of them it is, its reader decides.
struct YAMLScalar {
  /// What it says, without quotes and escapes.
  let text: String
  /// Whether it stands without quotes and is no block of lines.
  let isPlain: Bool
}

/// A key of a map with its value.
struct YAMLPair {
  let key: YAMLNode
  let value: YAMLNode
}

/// A place in a file, counted from 1, by characters.
struct YAMLMark: Hashable {
  let line: Int
  let column: Int
}

/// What is wrong with a file as YAML, and where.
struct YAMLError: Error {
  let sentence: String
  let mark: YAMLMark
}
