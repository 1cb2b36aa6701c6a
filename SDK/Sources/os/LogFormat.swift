internal import Glibc

/// A message from a C format, with Apple's privacy specifiers: `%{public}@`.
enum LogFormat {
  private struct Directive {
    var privacy = OSLogPrivacy.auto
    /// Flags, width and precision.
    var form = ""
    var conversion: Character = "@"
  }

  /// Returns the message; a directive without an argument is left unchanged.
  static func message(_ format: StaticString, _ arguments: [Any]) -> OSLogMessage {
    let text = Array(format.description)
    var interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: 0)
    var (place, rest) = (0, arguments[...])
    var literal = ""
    while place < text.count {
      guard text[place] == "%", let (directive, next) = directive(text, at: place) else {
        literal.append(text[place])
        place += 1
        continue
      }
      defer { place = next }
      if directive.conversion == "%" {
        literal += "%"
      } else if directive.conversion == "m" {
        literal += String(cString: strerror(errno))
      } else if !"@sdiouxXcpfFeEgGaA".contains(directive.conversion) {
        literal += String(text[place..<next])
      } else if let directive = filled(directive, from: &rest), let argument = rest.popFirst() {
        interpolation.appendLiteral(literal)
        literal = ""
        add(argument, directive, to: &interpolation)
      } else {
        literal += String(text[place..<next])
      }
    }
    interpolation.appendLiteral(literal)
    return OSLogMessage(stringInterpolation: interpolation)
  }

  /// Returns the directive with the arguments for its width and precision; `nil` if they are not integers.
  private static func filled(_ directive: Directive, from rest: inout ArraySlice<Any>) -> Directive?
  {
    var filled = directive
    while let star = filled.form.firstIndex(of: "*") {
      guard let number = rest.popFirst() as? any FixedWidthInteger else { return nil }
      filled.form.replaceSubrange(star...star, with: "\(Int16(clamping: number))")
    }
    return filled
  }

  private static func directive(_ text: [Character], at start: Int) -> (Directive, next: Int)? {
    var directive = Directive()
    var place = start + 1
    if place < text.count, text[place] == "{", let end = text[place...].firstIndex(of: "}") {
      let words = String(text[(place + 1)..<end])
      for word in words.split(separator: ",") {
        switch word.drop(while: { $0 == " " }) {
        case "public": directive.privacy = .public
        case "private", "sensitive": directive.privacy = .private
        default: break
        }
      }
      place = end + 1
    }
    while place < text.count, "0123456789.+- #'*hlqjzt".contains(text[place]) {
      // The length is that of the given value.
      if !"hlqjzt".contains(text[place]) { directive.form.append(text[place]) }
      place += 1
    }
    guard place < text.count else { return nil }
    directive.conversion = text[place]
    return (directive, place + 1)
  }

  private static func add(
    _ argument: Any,
    _ directive: Directive,
    to interpolation: inout OSLogInterpolation
  ) {
    let privacy = directive.privacy
    switch argument {
    case let value as any FixedWidthInteger where !"@s".contains(directive.conversion):
      let text = text(of: value, directive)
      interpolation.appendNumber(text, privacy: privacy)
    case let value as any BinaryFloatingPoint where !"@s".contains(directive.conversion):
      interpolation.appendNumber(formatted(Double(value), directive), privacy: privacy)
    case let value as any FixedWidthInteger:
      interpolation.appendNumber("\(value)", privacy: privacy)
    case let value as UnsafePointer<CChar>:
      let text = String(cString: value)
      interpolation.appendInterpolation(text, privacy: privacy)
    default:
      let text = "\(argument)"
      interpolation.appendInterpolation(text, privacy: privacy)
    }
  }

  private static func text(of value: any FixedWidthInteger, _ directive: Directive) -> String {
    let isFraction = "fFeEgGaA".contains(directive.conversion)
    guard !isFraction else { return formatted(Double(Int64(clamping: value)), directive) }
    let isSigned = "di".contains(directive.conversion)
    // As wide as the value: -1 in 32 bits is ffffffff.
    let mask = value.bitWidth < 64 ? Int64(1) << value.bitWidth - 1 : -1
    let number = isSigned ? Int64(clamping: value) : Int64(truncatingIfNeeded: value) & mask
    switch directive.conversion {
    case "c":
      return Unicode.Scalar(UInt32(truncatingIfNeeded: number)).map { "\(Character($0))" } ?? ""
    case "p": return "0x" + String(UInt64(bitPattern: number), radix: 16)
    default: return print("%\(directive.form)ll\(isSigned ? "d" : directive.conversion)", number)
    }
  }

  private static func formatted(_ value: Double, _ directive: Directive) -> String {
    let isFraction = "fFeEgGaA".contains(directive.conversion)
    return print("%\(directive.form)\(isFraction ? directive.conversion : "f")", value)
  }

  private static func print(_ format: String, _ value: any CVarArg) -> String {
    var room = [CChar](repeating: 0, count: 512)
    let count = withVaList([value]) { vsnprintf(&room, room.count, format, $0) }
    let length = min(Int(count), room.count - 1)
    return String(decoding: room.prefix(max(0, length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension OSLogInterpolation {
  /// Adds a number that is already text; it is shown unless it is private.
  fileprivate mutating func appendNumber(_ text: String, privacy: OSLogPrivacy) {
    let isPrivate = privacy == .private
    appendInterpolation(text, privacy: isPrivate ? .private : .public)
  }
}

/// Writes a message from a C format, with `%@` for a value of any type and `%{public}@`.
///
/// Numbers are shown; texts and objects are hidden unless the format says `public`.
public func os_log(
  _ message: StaticString,
  dso: UnsafeRawPointer? = nil,
  log: OSLog = .default,
  type: OSLogType = .default,
  _ argument: Any,
  _ more: Any...
) {
  os_log(LogFormat.message(message, [argument] + more), log: log, type: type)
}

/// Writes a message like the form with the format first.
public func os_log(
  _ type: OSLogType,
  dso: UnsafeRawPointer? = nil,
  log: OSLog = .default,
  _ message: StaticString,
  _ argument: Any,
  _ more: Any...
) {
  os_log(LogFormat.message(message, [argument] + more), log: log, type: type)
}
