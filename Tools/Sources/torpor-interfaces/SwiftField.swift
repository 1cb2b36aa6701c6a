/// A member of an interface as a property in Swift.
struct SwiftField {
  var key: String
  var property: String
  /// The type without the `?` of one that may be missing.
  var type: String
  var isOptional: Bool
  /// The value of one that is missing.
  var standard: String?
  /// Whether it is written where it has that value, too.
  var isAlwaysWritten = false
  /// Whether the property stands for several members, which it reads and writes itself.
  var isEmbedded = false
  /// What the comment limits, each as a constant.
  var limits: [SwiftLimit] = []
  /// The type that is read and written in its place.
  var via: String?

  init(_ field: Field, in scope: String, _ interface: Interface, _ map: SwiftMap) throws(Mistake) {
    key = field.name
    let rule = map.rule(for: field.name, in: scope)
    property = rule?.property ?? field.name
    if rule?.property == nil, let type = rule?.type, type == "Duration" || type == "Instant" {
      property = String(field.name.dropLast("Microseconds".count))
    }
    standard = rule?.standard
    isAlwaysWritten = rule?.isAlwaysWritten ?? false
    via = rule?.via
    var shape = field.shape
    isOptional = false
    if case .optional(let inner) = shape {
      shape = inner
      isOptional = true
    }
    do throws(Mistake) {
      type = try shape.swift(rule?.type, interface, map)
      limits = try field.limits(of: property, type)
    } catch {
      throw Mistake(file: error.file, line: field.line, text: error.text)
    }
  }

  init(embedding rule: SwiftMap.EmbedRule, isOptional: Bool = false) {
    key = rule.property
    property = rule.property
    type = rule.type
    self.isOptional = isOptional
    isEmbedded = true
  }

  /// A member of a type that the code has already, as it is written.
  init(writing member: SwiftMap.Member, as key: String, isOptional: Bool) {
    self.key = key
    property = member.name
    type = ""
    self.isOptional = isOptional
    standard = member.standard
    isAlwaysWritten = member.isAlwaysWritten
  }

  /// The properties of a structure with those members.
  static func all(
    _ fields: [Field],
    in scope: String,
    _ interface: Interface,
    _ map: SwiftMap
  ) throws(Mistake) -> [SwiftField] {
    var members: [SwiftField] = []
    var embeds = map.embeds[scope] ?? []
    var covered: Set<String> = []
    for field in fields {
      let index = embeds.firstIndex { rule in
        rule.keys == ["*"] ? field.name != "key" : rule.keys.contains(field.name)
      }
      if let index {
        let rule = embeds.remove(at: index)
        covered.formUnion(
          rule.keys == ["*"] ? fields.map(\.name).filter { $0 != "key" } : rule.keys
        )
        members.append(SwiftField(embedding: rule))
      } else if !covered.contains(field.name) {
        members.append(try SwiftField(field, in: scope, interface, map))
      }
    }
    if let unused = embeds.first {
      throw .inMap(line: unused.line, text: "'\(scope)' has no member for '\(unused.property)'")
    }
    return members
  }

  var declaration: String {
    "package var \(property): \(type)\(isOptional && standard == nil ? "?" : "")"
  }

  var parameter: String {
    let value = isOptional ? " = \(standard ?? "nil")" : ""
    return "\(property): \(type)\(isOptional && standard == nil ? "?" : "")\(value)"
  }

  /// The constants that hold the limits.
  var limitDeclarations: [String] {
    limits.map { "package static let \($0.name): ClosedRange<\($0.type)> = \($0.range)" }
  }

  var reading: String { "\(property) = " + readingValue }

  /// The expression that reads it.
  var readingValue: String {
    if isEmbedded { return "try \(type)(message)" }
    let limits = limits.map { ", \($0.label): Self.\($0.name)" }.joined()
    let read = "try message.\(isOptional ? "optional" : "value")(\"\(key)\"\(limits))"
    guard let via else { return read + (standard.map { " ?? \($0)" } ?? "") }
    let isList = type.hasPrefix("[")
    let element = isList ? String(type.dropFirst().dropLast()) : type
    let readType = (isList ? "[\(via)]" : via) + (isOptional ? "?" : "")
    let isMapped = isList || isOptional
    return isMapped
      ? "(\(read) as \(readType)).map(\(element).init)" : "\(element)(\(read) as \(readType))"
  }

  var writing: String {
    if let via {
      let isMapped = type.hasPrefix("[") || isOptional
      let written = isMapped ? "\(property).map(\(via).init)" : "\(via)(\(property))"
      return "(\"\(key)\", \(written)\(isOptional ? "?" : "").json)"
    }
    if let standard, !isAlwaysWritten {
      return "(\"\(key)\", \(property) == \(standard) ? nil : \(property).json)"
    }
    return "(\"\(key)\", \(property)\(isOptional && standard == nil ? "?" : "").json)"
  }

  /// An expression for the members of all of them.
  static func writing(_ members: [SwiftField]) -> [String] {
    var chunks: [[String]] = []
    var plain: [String] = []
    func close() {
      if !plain.isEmpty { chunks.append(["["] + plain.joined(separator: ",\n").lines + ["]"]) }
      plain = []
    }
    for member in members {
      if member.isEmbedded {
        close()
        let members = "\(member.property)\(member.isOptional ? "?" : "").members"
        chunks.append([member.isOptional ? "(\(members) ?? [])" : members])
      } else {
        plain.append(member.writing)
      }
    }
    close()
    guard let first = chunks.first else { return ["[]"] }
    return chunks.dropFirst().reduce(first) { lines, chunk in
      lines.dropLast() + [(lines.last ?? "") + " + " + (chunk.first ?? "")] + chunk.dropFirst()
    }
  }
}

/// What a comment limits.
struct SwiftLimit {
  var name: String
  var type: String
  var range: String
  /// The label of the reader's argument.
  var label: String
}

extension Shape {
  /// The type in Swift; `scalar` stands for what is in the innermost of lists.
  fileprivate func swift(
    _ scalar: String?,
    _ interface: Interface,
    _ map: SwiftMap
  ) throws(Mistake) -> String {
    switch self {
    case .array(let element): return "[\(try element.swift(scalar, interface, map))]"
    case .named(let name, _):
      if let scalar { return scalar }
      switch map.types[name] {
      case .words(let type), .made(let type, _), .shared(let type), .list(let type),
        .hand(let type),
        .structure(let type), .model(let type, _):
        return type
      case .tag: return "String"
      case nil:
        return map.unions.first { $0.type == name }?.swift ?? "\(interface.namespace).\(name)"
      }
    case .bool: return scalar ?? "Bool"
    case .int: return scalar ?? "Int"
    case .float: return scalar ?? "Double"
    case .string: return scalar ?? "String"
    case .object: return scalar ?? "JSON"
    case .optional, .dictionary, .structure, .words:
      throw Mistake(line: 1, text: "give that a type of its own: \(self)")
    }
  }
}

extension Field {
  /// What the comment says of the greatest and the least, in the order of the reader's arguments.
  func limits(of property: String, _ type: String) throws(Mistake) -> [SwiftLimit] {
    let known = ["range", "count", "bytes"]
    let strange = notes.keys.filter { !known.contains($0) && !Setting.notes.contains($0) }.sorted()
    if let other = strange.first {
      throw Mistake(line: line, text: "'@\(other)' is not a limit of '\(name)'")
    }
    let scalar = type.trimming("[]")
    return known.compactMap { note in
      guard let range = notes[note]?.range(ofDoubles: note == "range" && isOfDoubles) else {
        return nil
      }
      return switch note {
      case "range" where type == "Duration":
        SwiftLimit(
          name: "\(property)Microseconds",
          type: "Int64",
          range: range,
          label: "microseconds"
        )
      case "range": SwiftLimit(name: "\(property)Range", type: scalar, range: range, label: "in")
      case "count": SwiftLimit(name: "\(property)Count", type: "Int", range: range, label: "count")
      default: SwiftLimit(name: "\(property)Bytes", type: "Int", range: range, label: "bytes")
      }
    }
  }
}

extension Field {
  private var isOfDoubles: Bool {
    switch shape {
    case .float, .optional(.float): true
    default: false
    }
  }
}

extension String {
  /// Without those characters at its ends.
  fileprivate func trimming(_ ends: String) -> String {
    let kept = drop { ends.contains($0) }
    return String(kept.prefix { !ends.contains($0) })
  }

  /// `0...100` of `0..100`, `0...100` of `100`, `1 ... .max` of `1..`.
  fileprivate func range(ofDoubles isOfDoubles: Bool) -> String {
    guard let dots = firstRange(of: "..") else { return "0...\(self)" }
    let upper = self[dots.upperBound...]
    let greatest = isOfDoubles ? ".greatestFiniteMagnitude" : ".max"
    return "\(self[..<dots.lowerBound]) ... \(upper.isEmpty ? greatest : String(upper))"
  }

  private func firstRange(of text: String) -> Range<Index>? {
    for index in indices where self[index...].hasPrefix(text) {
      return index..<self.index(index, offsetBy: text.count)
    }
    return nil
  }
}
