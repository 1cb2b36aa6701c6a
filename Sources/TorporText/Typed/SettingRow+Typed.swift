import TorporModel
package import TorporWire

/// A value that a setting cannot have.
package struct SettingMistake: Error, Hashable {
  /// What is wrong, and what is allowed.
  package let sentence: String

  package init(sentence: String) { self.sentence = sentence }
}

extension SettingRow {
  /// A value of a reply as it is typed.
  package func text(_ value: JSON) -> String? {
    switch form {
    case .flag: value.flag.map { $0 ? "on" : "off" }
    case .words: value.text
    case .time(let zero, _):
      value.integer(as: Int64.self).map { microseconds in
        microseconds == 0 ? zero ?? "0s" : DurationArgument.typed(.microseconds(microseconds))
      }
    case .number: value.integer(as: Int64.self).map(String.init)
    case .size(let zero, _):
      value.integer(as: Int64.self).map { $0 == 0 ? zero ?? "0B" : SizeArgument.typed($0) }
    case .energy(let zero, _):
      value.integer(as: Int64.self).map { $0 == 0 ? zero ?? "0J" : "\($0)J" }
    }
  }

  /// The value that a text means.
  ///
  /// - Throws: `SettingMistake` with what is allowed.
  package func value(of text: String) throws(SettingMistake) -> JSON {
    switch form {
    case .flag:
      switch text {
      case "on", "true", "yes": return .bool(true)
      case "off", "false", "no": return .bool(false)
      default: throw wrong(text, allowed: "on, off")
      }
    case .words(let words):
      if words.contains(text) { return .string(text) }
      let hint = Spelling.hint(for: text, among: words)
      throw wrong(text, allowed: words.joined(separator: ", "), hint)
    case .time(let zero, let limits):
      if text == zero { return .integer(0) }
      if let length = DurationArgument.parse(text), limits.contains(length.microseconds) {
        return .integer(length.microseconds)
      }
      let most = DurationArgument.typed(.microseconds(limits.upperBound))
      let limit = limits.upperBound == .max ? "" : " up to \(most)"
      let none = zero.map { "\($0), or " } ?? ""
      throw wrong(text, allowed: "\(none)a time\(limit), such as 5m or 1h30m")
    case .number(let limits):
      if let number = Int64(text), limits.contains(number) { return .integer(number) }
      throw wrong(text, allowed: "\(limits.lowerBound) to \(limits.upperBound)")
    case .size(let zero, let limits):
      if text == zero { return .integer(0) }
      if let bytes = SizeArgument.parse(text), limits.contains(bytes) { return .integer(bytes) }
      let most = SizeArgument.typed(limits.upperBound)
      throw wrong(text, allowed: none(zero) + "a size up to \(most), such as 50MB or 2GB")
    case .energy(let zero, let limits):
      if text == zero { return .integer(0) }
      let digits = text.hasSuffix("J") ? text.dropLast() : text[...]
      if let joules = Int64(digits), joules > 0, limits.contains(joules) { return .integer(joules) }
      throw wrong(
        text,
        allowed: none(zero) + "joules from 1J to \(limits.upperBound)J, such as 300J"
      )
    }
  }

  private func none(_ zero: String?) -> String { zero.map { "\($0), or " } ?? "" }

  private func wrong(_ text: String, allowed: String, _ hint: String = "") -> SettingMistake {
    SettingMistake(
      sentence: "\(name) cannot be '\(Printable.line(text))'. Allowed: \(allowed)." + hint
    )
  }
}
