/// Whether an interpolated value is visible to all readers of the log.
public struct OSLogPrivacy: Hashable, Sendable {
  enum Kind { case automatic, shown, hidden }

  /// The replacement for a hidden value.
  public enum Mask: Hashable, Sendable {
    /// A number by which equal values can be recognised; it differs in each process.
    case hash
    /// Nothing.
    case none
  }

  let kind: Kind
  let mask: Mask

  /// Shown.
  public static let `public` = OSLogPrivacy(kind: .shown, mask: .none)
  /// Hidden.
  public static let `private` = OSLogPrivacy(kind: .hidden, mask: .none)
  /// Hidden.
  public static let sensitive = OSLogPrivacy(kind: .hidden, mask: .none)
  /// Numbers are shown, everything else is hidden.
  public static let auto = OSLogPrivacy(kind: .automatic, mask: .none)

  /// Hidden behind a mask.
  public static func `private`(mask: Mask) -> OSLogPrivacy {
    OSLogPrivacy(kind: .hidden, mask: mask)
  }
  /// Hidden behind a mask.
  public static func sensitive(mask: Mask) -> OSLogPrivacy {
    OSLogPrivacy(kind: .hidden, mask: mask)
  }
  /// Numbers are shown, everything else is hidden behind a mask.
  public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .automatic, mask: mask) }
}

/// The padding of an interpolated value.
public struct OSLogStringAlignment: Hashable, Sendable {
  enum Side { case none, left, right }

  let side: Side
  let columns: Int

  /// Not padded.
  public static let none = OSLogStringAlignment(side: .none, columns: 0)
  /// Padded with spaces on the right.
  public static func left(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(side: .left, columns: columns)
  }
  /// Padded with spaces on the left.
  public static func right(columns: Int) -> OSLogStringAlignment {
    OSLogStringAlignment(side: .right, columns: columns)
  }

  func pad(_ text: String) -> String {
    let blanks = String(repeating: " ", count: max(0, columns - text.count))
    return switch side {
    case .none: text
    case .left: text + blanks
    case .right: blanks + text
    }
  }
}

/// The format of an integer.
public struct OSLogIntegerFormatting: Hashable, Sendable {
  let radix: Int
  let isUppercase: Bool
  let prefix: String

  /// In base 10.
  public static let decimal = OSLogIntegerFormatting(radix: 10, isUppercase: false, prefix: "")
  /// In base 16.
  public static let hex = OSLogIntegerFormatting(radix: 16, isUppercase: false, prefix: "")
  /// In base 8.
  public static let octal = OSLogIntegerFormatting(radix: 8, isUppercase: false, prefix: "")

  /// In base 16, optionally with a prefix.
  public static func hex(
    explicitPositiveSign: Bool = false,
    includePrefix: Bool = false,
    uppercase: Bool = false
  )
    -> OSLogIntegerFormatting
  {
    OSLogIntegerFormatting(radix: 16, isUppercase: uppercase, prefix: includePrefix ? "0x" : "")
  }
}

/// The format of a number with a fraction.
public struct OSLogFloatFormatting: Hashable, Sendable {
  let precision: Int?

  /// With 6 decimal places.
  public static let fixed = OSLogFloatFormatting(precision: 6)
  /// The shortest exact form.
  public static let hybrid = OSLogFloatFormatting(precision: nil)

  /// With that many decimal places.
  public static func fixed(precision: Int) -> OSLogFloatFormatting {
    OSLogFloatFormatting(precision: precision)
  }
}

/// The text of a message, with values that retain their privacy.
public struct OSLogMessage: ExpressibleByStringInterpolation {
  /// A piece of the text.
  enum Piece {
    case text(String)
    case value(() -> String, isHidden: Bool, mask: OSLogPrivacy.Mask)
  }

  let pieces: [Piece]

  /// Makes a message without values.
  public init(stringLiteral value: String) { pieces = [.text(value)] }

  /// Makes a message from its interpolation.
  public init(stringInterpolation: OSLogInterpolation) { pieces = stringInterpolation.pieces }

  /// Returns the text as it is written.
  func text(showsPrivate: Bool) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let literal): text += literal
      case .value(let value, isHidden: true, mask: .hash) where !showsPrivate:
        text += "<mask.hash: '\(String(UInt(bitPattern: value().hashValue), radix: 16))'>"
      case .value(_, isHidden: true, mask: .none) where !showsPrivate: text += "<private>"
      case .value(let value, _, _): text += value()
      }
    }
    return text
  }
}

/// Collects the values of a message.
public struct OSLogInterpolation: StringInterpolationProtocol {
  var pieces: [OSLogMessage.Piece] = []

  /// Makes an empty interpolation.
  public init(literalCapacity: Int, interpolationCount: Int) {
    pieces.reserveCapacity(2 * interpolationCount + 1)
  }

  /// Adds a piece of the text.
  public mutating func appendLiteral(_ literal: String) { pieces.append(.text(literal)) }

  private mutating func append(
    _ privacy: OSLogPrivacy,
    isNumber: Bool,
    _ value: @escaping () -> String
  ) {
    let isHidden = privacy.kind == .hidden || (privacy.kind == .automatic && !isNumber)
    pieces.append(.value(value, isHidden: isHidden, mask: privacy.mask))
  }

  /// Adds a text.
  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> String,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isNumber: false) { align.pad(value()) }
  }

  /// Adds a value that has a description; numbers have separate forms.
  @_disfavoredOverload
  public mutating func appendInterpolation<Value: CustomStringConvertible>(
    _ value: @autoclosure @escaping () -> Value,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isNumber: false) { align.pad(value().description) }
  }

  /// Adds an error.
  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> any Error,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isNumber: false) { "\(value())" }
  }

  /// Adds a type.
  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> any Any.Type,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isNumber: false) { align.pad("\(value())") }
  }

  /// Adds a Boolean value.
  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> Bool,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isNumber: true) { value() ? "true" : "false" }
  }

  /// Adds an integer.
  public mutating func appendInterpolation<Integer: FixedWidthInteger>(
    _ value: @autoclosure @escaping () -> Integer,
    format: OSLogIntegerFormatting = .decimal,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isNumber: true) {
      align.pad(
        format.prefix + String(value(), radix: format.radix, uppercase: format.isUppercase)
      )
    }
  }

  /// Adds a number with a fraction.
  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> Double,
    format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isNumber: true) { align.pad(format.text(of: value())) }
  }

  /// Adds a number with a fraction.
  public mutating func appendInterpolation(
    _ value: @autoclosure @escaping () -> Float,
    format: OSLogFloatFormatting = .fixed,
    align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    append(privacy, isNumber: true) { align.pad(format.text(of: Double(value()))) }
  }
}
