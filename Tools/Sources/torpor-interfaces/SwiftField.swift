/// A member of an interface as a property in Swift.
struct SwiftField {
  var key: String
  var property: String
  /// The type without the `?` of one that may be missing.
  var type: String
  var isOptional: Bool
  /// The value of one that is missing.
  var standard: String?
  /// What the comment limits, as a constant: its name, its type, its value, and the label of the reader's
  /// argument.
  var limit: (name: String, type: String, range: String, label: String)?

  init(_ field: Field, in scope: String, _ interface: Interface, _ map: SwiftMap) throws(Mistake) {
    key = field.name
    let rule = map.rule(for: field.name, in: scope)
    property = rule?.property ?? field.name
    if rule?.property == nil, let type = rule?.type, type == "Duration" || type == "Instant" {
      property = String(field.name.dropLast("Microseconds".count))
    }
    standard = rule?.standard
    var shape = field.shape
    isOptional = false
    if case .optional(let inner) = shape {
      shape = inner
      isOptional = true
    }
    type = try shape.swift(rule?.type, interface, map)
    limit = try field.limit(of: property, type)
  }

  var declaration: String {
    "package var \(property): \(type)\(isOptional && standard == nil ? "?" : "")"
  }

  var parameter: String {
    let value = isOptional ? " = \(standard ?? "nil")" : ""
    return "\(property): \(type)\(isOptional && standard == nil ? "?" : "")\(value)"
  }

  /// The constant that holds the limit.
  var limitDeclaration: [String] {
    guard let limit else { return [] }
    return ["package static let \(limit.name): ClosedRange<\(limit.type)> = \(limit.range)"]
  }

  var reading: String {
    let limit = limit.map { ", \($0.label): Self.\($0.name)" } ?? ""
    let read = "try message.\(isOptional ? "optional" : "value")(\"\(key)\"\(limit))"
    return "\(property) = " + read + (standard.map { " ?? \($0)" } ?? "")
  }

  var writing: String {
    if let standard { return "(\"\(key)\", \(property) == \(standard) ? nil : \(property).json)" }
    return "(\"\(key)\", \(property)\(isOptional ? "?" : "").json)"
  }
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
      case .words(let type), .list(let type), .hand(let type), .structure(let type),
        .model(let type, _):
        return type
      case nil: return "\(interface.namespace).\(name)"
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
  /// What the comment says of the greatest and the least.
  fileprivate func limit(
    of property: String,
    _ type: String
  ) throws(Mistake) -> (name: String, type: String, range: String, label: String)? {
    guard let (note, text) = notes.first else { return nil }
    let range = text.range
    switch note {
    case "range" where type == "Duration":
      return ("\(property)Microseconds", "Int64", range, "microseconds")
    case "range": return ("\(property)Range", type, range, "in")
    case "bytes": return ("\(property)Bytes", "Int", range, "bytes")
    case "count": return ("\(property)Count", "Int", range, "count")
    default: throw Mistake(line: 1, text: "'@\(note)' is not a limit of '\(name)'")
    }
  }
}

extension String {
  /// `0...100` of `0..100`, `0...100` of `100`, `1 ... .max` of `1..`.
  fileprivate var range: String {
    guard let dots = firstRange(of: "..") else { return "0...\(self)" }
    let upper = self[dots.upperBound...]
    return "\(self[..<dots.lowerBound]) ... \(upper.isEmpty ? ".max" : String(upper))"
  }

  private func firstRange(of text: String) -> Range<Index>? {
    for index in indices where self[index...].hasPrefix(text) {
      return index..<self.index(index, offsetBy: text.count)
    }
    return nil
  }
}
