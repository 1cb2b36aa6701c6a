/// Reads a property list in XML.
///
/// Of XML it knows what property lists have: elements, the five entities, characters by number, CDATA
/// and comments; a document type is skipped, so an entity of somebody's own is an error.
struct XMLPropertyList {
  private let bytes: [UInt8]
  private var place: Int
  private var valuesLeft = PropertyListValue.valuesMax

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A mark of the byte order says that it is UTF-8.
    place = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  /// The outermost value; in `<plist>` or, as Apple takes it too, alone.
  mutating func value() throws(PropertyListFault) -> PropertyListValue {
    try skipMisc()
    let outer = try openingTag()
    guard outer.name == "plist" else { return try value(of: outer, depth: 0) }
    guard !outer.isEmpty else { throw fault("<plist> holds no value") }
    try skipMisc()
    let value = try value(of: try openingTag(), depth: 0)
    try skipMisc()
    try closingTag("plist")
    return value
  }

  // MARK: Values

  private struct Tag {
    let name: String
    /// `<true/>`: nothing stands in it.
    let isEmpty: Bool
  }

  private mutating func value(
    of tag: Tag,
    depth: Int
  ) throws(PropertyListFault) -> PropertyListValue {
    valuesLeft -= 1
    guard valuesLeft >= 0 else { throw .tooMany }
    switch tag.name {
    case "dict", "array":
      guard depth < PropertyListValue.depthMax else { throw .tooDeep }
      return tag.name == "dict"
        ? .dictionary(try dictionary(tag, depth: depth)) : .array(try array(tag, depth: depth))
    case "string": return .text(try text(tag))
    case "true", "false":
      _ = try text(tag)
      return .flag(tag.name == "true")
    case "integer":
      let digits = try text(tag)
      guard let number = XMLPropertyList.integer(digits) else {
        throw fault("'\(digits.prefix(40))' is not an integer")
      }
      return .integer(number)
    case "real":
      let digits = try text(tag)
      guard let number = Double(digits) else {
        throw fault("'\(digits.prefix(40))' is not a number")
      }
      return .number(number)
    case "date", "data":
      _ = try text(tag)
      return .other
    default: throw fault("<\(tag.name.prefix(40))> is not an element of a property list")
    }
  }

  private mutating func array(
    _ tag: Tag,
    depth: Int
  ) throws(PropertyListFault) -> [PropertyListValue] {
    var values: [PropertyListValue] = []
    guard !tag.isEmpty else { return values }
    while true {
      try skipMisc()
      if isAt("</") { break }
      values.append(try value(of: try openingTag(), depth: depth + 1))
    }
    try closingTag("array")
    return values
  }

  private mutating func dictionary(
    _ tag: Tag,
    depth: Int
  ) throws(PropertyListFault) -> [String: PropertyListValue] {
    var values: [String: PropertyListValue] = [:]
    guard !tag.isEmpty else { return values }
    while true {
      try skipMisc()
      if isAt("</") { break }
      let keyTag = try openingTag()
      guard keyTag.name == "key" else {
        throw fault("<\(keyTag.name.prefix(40))> stands where a <key> must be")
      }
      let key = try text(keyTag)
      try skipMisc()
      guard !isAt("</") else { throw fault("the key '\(key.prefix(80))' has no value") }
      values[key] = try value(of: try openingTag(), depth: depth + 1)
    }
    try closingTag("dict")
    return values
  }

  /// Decimal, or hexadecimal with `0x`, as Apple has it.
  private static func integer(_ text: String) -> Int64? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative ? text.dropFirst() : text[...]
    guard digits.hasPrefix("0x") || digits.hasPrefix("0X") else { return Int64(text) }
    let magnitude = digits.dropFirst(2)
    guard magnitude.first?.isHexDigit == true else { return nil }
    return Int64((isNegative ? "-" : "") + magnitude, radix: 16)
  }

  // MARK: Text

  /// What stands in the element, up to and with its closing tag.
  private mutating func text(_ tag: Tag) throws(PropertyListFault) -> String {
    guard !tag.isEmpty else { return "" }
    var text: [UInt8] = []
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "<"):
        if isAt("<!--") {
          try skip(past: "-->")
        } else if isAt("<![CDATA[") {
          let first = place + 9
          try skip(past: "]]>")
          text += bytes[first..<(place - 3)]
        } else {
          guard let text = String(validating: text, as: UTF8.self) else {
            throw fault("the text of <\(tag.name)> is not UTF-8")
          }
          try closingTag(tag.name)
          return text
        }
      case UInt8(ascii: "&"): text += try entity()
      case let byte:
        text.append(byte)
        place += 1
      }
    }
    throw fault("<\(tag.name)> is not closed")
  }

  private mutating func entity() throws(PropertyListFault) -> [UInt8] {
    // The longest that means anything is "&#1114111;".
    let part = bytes[(place + 1)...].prefix(12)
    guard let end = part.firstIndex(of: UInt8(ascii: ";")) else {
      throw fault("an '&' begins no entity; write '&amp;'")
    }
    let name = String(decoding: part[..<end], as: UTF8.self)
    let text: String?
    switch name {
    case "lt": text = "<"
    case "gt": text = ">"
    case "amp": text = "&"
    case "apos": text = "'"
    case "quot": text = "\""
    default:
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      text = number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
    guard let text else { throw fault("the entity '&\(name);' is not known") }
    place = end + 1
    return Array(text.utf8)
  }

  // MARK: Tags

  private mutating func openingTag() throws(PropertyListFault) -> Tag {
    guard place < bytes.count else { throw fault("it ends too early") }
    guard bytes[place] == UInt8(ascii: "<") else { throw fault("text stands where a tag must be") }
    let first = place + 1
    let name = bytes[first...].prefix { byte in
      (0x61...0x7a).contains(byte) || (0x41...0x5a).contains(byte)
    }
    guard !name.isEmpty else { throw fault("'<' begins no element") }
    place = name.endIndex
    // Attributes mean nothing here; a quoted '>' ends no tag.
    var quote: UInt8?
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        let isEmpty = bytes[place - 2] == UInt8(ascii: "/")
        return Tag(name: String(decoding: name, as: UTF8.self), isEmpty: isEmpty)
      }
    }
    throw fault("a tag is not closed")
  }

  private mutating func closingTag(_ name: String) throws(PropertyListFault) {
    guard isAt("</" + name) else { throw fault("</\(name)> is missing") }
    place += 2 + name.utf8.count
    skipBlanks()
    guard isAt(">") else { throw fault("</\(name) is not closed") }
    place += 1
  }

  /// Blanks, comments, processing instructions, and a document type.
  private mutating func skipMisc() throws(PropertyListFault) {
    while true {
      skipBlanks()
      if isAt("<!--") {
        try skip(past: "-->")
      } else if isAt("<?") {
        try skip(past: "?>")
      } else if isAt("<!DOCTYPE") {
        try skip(past: ">")
      } else {
        return
      }
    }
  }

  private mutating func skipBlanks() {
    while place < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[place]) { place += 1 }
  }

  private mutating func skip(past end: String) throws(PropertyListFault) {
    var next = place
    while next < bytes.count, !bytes[next...].starts(with: end.utf8) { next += 1 }
    guard next < bytes.count else { throw fault("what begins here has no '\(end)' at its end") }
    place = next + end.utf8.count
  }

  private func isAt(_ text: String) -> Bool {
    bytes.count - place >= text.utf8.count && bytes[place...].starts(with: text.utf8)
  }

  /// Counted from 1.
  private var line: Int { 1 + bytes[..<min(place, bytes.count)].count { $0 == 0x0a } }

  private func fault(_ what: String) -> PropertyListFault {
    PropertyListFault("line \(line): \(what)")
  }
}
