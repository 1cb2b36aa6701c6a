import TorporModel

/// The Info.plist of a built app, made of the author's.
struct AppInformation {
  /// What the bundle gets.
  let bytes: [UInt8]
  let identifier: String
  /// The name of the program's file in the bundle.
  let executable: String
  /// Keys that are left out, because their values are dates or data; with those around them.
  let omittedKeys: [String]

  /// Fills in what Xcode fills in when it builds: variables, the identifier and the name of the program.
  ///
  /// Where there is no `source`, a list is made.
  ///
  /// - Throws: `ManifestMistake` where the file is no property list.
  init(
    source: (bytes: [UInt8], file: String)?,
    name: String,
    identifier: String?
  ) throws(ManifestMistake) {
    var values: [String: PropertyListValue] = [:]
    if let source { values = try PropertyListValue.dictionary(source.bytes, file: source.file) }
    let before = values
    let fallback = identifier ?? "local." + BuildVariables.hyphenated(name)
    let variables = BuildVariables(name: name, identifier: fallback)
    values = values.mapValues { variables.fill($0) }
    if let identifier { values["CFBundleIdentifier"] = .text(identifier) }
    if values["CFBundleIdentifier"] == nil { values["CFBundleIdentifier"] = .text(fallback) }
    if values["CFBundleExecutable"] == nil { values["CFBundleExecutable"] = .text(name) }
    if values == before, let source {
      bytes = source.bytes
      omittedKeys = []
    } else {
      if values["CFBundleName"] == nil, values["CFBundleDisplayName"] == nil {
        values["CFBundleName"] = .text(name)
      }
      bytes = Array(PropertyListText.xml(values).utf8)
      omittedKeys = PropertyListValue.dictionary(values).omittedKeys(in: "").sorted()
    }
    // What the daemon will read, so that a mistake is told of now.
    let read = try InfoPlist(bytes, file: source?.file ?? "Info.plist")
    self.identifier = read.identifier.text
    executable = read.executable
  }
}

extension AppInformation {
  /// What the author should know of the file; `nil`: there is none.
  func warnings(file: String?) -> [String] {
    guard let file else {
      return [
        "There is no Info.plist, so the app has no background modes and is \(identifier). Write one, or name it with "
          + "--info-plist."
      ]
    }
    guard !omittedKeys.isEmpty else { return [] }
    return ["\(file): dates and data are left out: \(omittedKeys.joined(separator: ", "))."]
  }
}

extension PropertyListValue {
  /// The paths to values that cannot be written again, such as `Update.when` or `Dates.0`.
  fileprivate func omittedKeys(in path: String) -> [String] {
    func inner(_ key: String) -> String { path.isEmpty ? key : path + "." + key }
    return switch self {
    case .other: [path]
    case .array(let elements):
      elements.enumerated().flatMap { $1.omittedKeys(in: inner("\($0)")) }
    case .dictionary(let values): values.flatMap { $1.omittedKeys(in: inner($0)) }
    case .flag, .integer, .number, .text: []
    }
  }
}

/// Xcode's variables, `$(PRODUCT_NAME)` or `${PRODUCT_NAME:rfc1034identifier}`, as far as property lists of apps have them.
struct BuildVariables {
  private let values: [String: String]

  init(name: String, identifier: String) {
    values = [
      "PRODUCT_NAME": name, "EXECUTABLE_NAME": name, "TARGET_NAME": name,
      "PRODUCT_MODULE_NAME": BuildVariables.word(name),
      "PRODUCT_BUNDLE_IDENTIFIER": identifier, "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL",
      "DEVELOPMENT_LANGUAGE": "en", "MARKETING_VERSION": "1.0", "CURRENT_PROJECT_VERSION": "1",
    ]
  }

  func fill(_ value: PropertyListValue) -> PropertyListValue {
    switch value {
    case .text(let text): .text(fill(text))
    case .array(let elements): .array(elements.map(fill))
    case .dictionary(let values): .dictionary(values.mapValues(fill))
    case .flag, .integer, .number, .other: value
    }
  }

  /// One that is not known stays as it is.
  func fill(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let begin = rest.firstIndex(of: "$") {
      result += rest[..<begin]
      rest = rest[begin...]
      let inner = rest.dropFirst()
      let end: Character = inner.first == "(" ? ")" : "}"
      guard inner.first == "(" || inner.first == "{", let close = inner.firstIndex(of: end),
        let value = value(of: inner[inner.index(after: inner.startIndex)..<close])
      else {
        result += "$"
        rest = inner
        continue
      }
      result += value
      rest = inner[inner.index(after: close)...]
    }
    return result + rest
  }

  private func value(of variable: Substring) -> String? {
    let parts = variable.split(separator: ":", maxSplits: 1)
    guard let name = parts.first, let value = values[String(name)] else { return nil }
    switch parts.dropFirst().first {
    case nil: return value
    case "rfc1034identifier": return BuildVariables.hyphenated(value)
    case "c99extidentifier", "identifier": return BuildVariables.word(value)
    default: return nil
    }
  }

  /// The text as a part of an identifier: what is no letter or digit is `-`.
  static func hyphenated(_ text: String) -> String { replacingOthers(text, by: "-") }

  /// The text as the name of a module: what is no letter or digit is `_`.
  static func word(_ text: String) -> String {
    let word = replacingOthers(text, by: "_")
    return word.first?.isNumber == true ? "_" + word.dropFirst() : word
  }

  private static func replacingOthers(_ text: String, by other: Character) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : other })
  }
}

/// A property list as text.
enum PropertyListText {
  static func xml(_ values: [String: PropertyListValue]) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(element(.dictionary(values)))
    </plist>

    """
  }

  private static func element(_ value: PropertyListValue) -> String {
    switch value {
    case .flag(let flag): return flag ? "<true/>" : "<false/>"
    case .integer(let number): return "<integer>\(number)</integer>"
    case .number(let number): return "<real>\(number)</real>"
    case .text(let text): return "<string>\(escaped(text))</string>"
    case .array(let elements):
      return "<array>\n" + elements.filter { $0 != .other }.map { element($0) + "\n" }.joined()
        + "</array>"
    case .dictionary(let values):
      let keys = values.filter { $0.value != .other }.keys.sorted()
      let lines = keys.map { key in
        "<key>\(escaped(key))</key>\n\(values[key].map(element) ?? "")\n"
      }
      return "<dict>\n" + lines.joined() + "</dict>"
    case .other: return ""
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
