import TorporAppModel

/// The parts of a URL that a transfer may lead to: `http` or `https`, a host, and no user.
///
/// Strict on purpose: what two readers of a URL could take for two hosts is taken by neither. A path or
/// query of other than ASCII letters is written with percent signs (RFC 3986, 2.1).
package struct TransferURL: Hashable, Sendable {
  /// `http` or `https`.
  package let scheme: String
  /// In lower case; an IPv6 address has its brackets.
  package let host: String
  /// The port that is meant: 80 or 443 where the text names none.
  package let port: UInt16
  /// Everything behind host and port, with the `/`, `?` or `#` that it begins with; may be empty.
  package let rest: String

  /// The longest URL: 8 KiB, what servers commonly take (nginx' `large_client_header_buffers`).
  package static let bytesMax = 8 << 10

  /// Splits a URL.
  ///
  /// - Throws: `TransferURLMistake`, the first that there is.
  package init(parsing text: String) throws(TransferURLMistake) {
    guard text.utf8.count <= Self.bytesMax else { throw .tooLong(bytes: text.utf8.count) }
    for byte in text.utf8 where !(0x21...0x7e).contains(byte) || byte == UInt8(ascii: "\\") {
      throw .badCharacter
    }
    let lower = text.prefix(8).lowercased()
    let known = ["http", "https"].first { lower.hasPrefix($0 + "://") }
    guard let scheme = known else { throw .wrongScheme }
    let afterScheme = text.dropFirst(scheme.count + 3)
    let authority = afterScheme.prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else { throw .userInformation }
    let (host, port) = try Self.split(authority)
    self.scheme = scheme
    self.host = Self.lowercased(host)
    self.port = try port.map(Self.number) ?? (scheme == "https" ? 443 : 80)
    rest = String(afterScheme[authority.endIndex...])
  }

  /// Equal for one scheme, host and port, whatever their spelling: FNV-1a of `scheme://host:port`.
  package var hostKey: UInt64 {
    StateDigest(of: "\(scheme)://\(host):\(port)".utf8).rawValue
  }

  /// Whether the host is this machine by its name or address (RFC 6761, RFC 1122, RFC 4291).
  package var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || (host.hasPrefix("127.") && host.utf8.allSatisfy(\.isOfIPv4Address))
  }

  /// The last part of the path, which a file may be named by; `nil` where the path ends in `/`.
  package var lastPathComponent: Substring? {
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    guard path.containsSlash else { return nil }
    let name = path.lastPathComponent
    return name.isEmpty ? nil : name
  }

  /// The host in lower case; the name of an interface is as the kernel has it.
  private static func lowercased(_ host: Substring) -> String {
    guard host.first == "[", let zone = host.firstIndex(of: "%") else { return host.lowercased() }
    return host[..<zone].lowercased() + host[zone...]
  }

  private static func split(
    _ authority: Substring
  ) throws(TransferURLMistake) -> (host: Substring, port: Substring?) {
    let host: Substring
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { throw .badHost }
      host = authority[...end]
      let inside = host.dropFirst().dropLast()
      let digits = inside.prefix { $0 != "%" }
      guard digits.utf8.count >= 2, digits.utf8.allSatisfy(\.isOfAddress) else { throw .badHost }
      // A link-local address means nothing without its interface (RFC 6874).
      let zone = inside[digits.endIndex...]
      guard zone.isEmpty || (zone.hasPrefix("%25") && isZone(zone.dropFirst(3))) else {
        throw .badHost
      }
    } else {
      host = authority.prefix { $0 != ":" }
      guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(\.isOfHost),
        hasGoodLabels(host)
      else { throw .badHost }
    }
    let tail = authority[host.endIndex...]
    guard tail.first ?? ":" == ":" else { throw .badHost }
    return (host, tail.isEmpty ? nil : tail.dropFirst())
  }

  /// Whether it can be the name of an interface.
  private static func isZone(_ name: Substring) -> Bool {
    (1...15).contains(name.utf8.count) && name.utf8.allSatisfy(\.isOfHost)
  }

  /// Whether each part between two dots is one that a name can have (RFC 1123, 2.1): not empty, no longer
  /// than 63 bytes, no hyphen at either end; a dot may end the whole.
  private static func hasGoodLabels(_ host: Substring) -> Bool {
    let labels = (host.hasSuffix(".") ? host.dropLast() : host)
      .split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
    }
  }

  private static func number(_ port: Substring) throws(TransferURLMistake) -> UInt16 {
    guard port.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = UInt16(port), number > 0
    else { throw .badPort }
    return number
  }
}

/// Why a text is no URL that a transfer may lead to.
package enum TransferURLMistake: Error, Hashable, Sendable {
  case tooLong(bytes: Int)
  /// A control byte, a space, a backslash, or a letter beyond ASCII.
  case badCharacter
  /// Neither `http` nor `https`, or no scheme at all.
  case wrongScheme
  /// A name or password before the host.
  case userInformation
  case badHost
  case badPort

  /// What is wrong, and what to write instead.
  package var sentence: String {
    switch self {
    case .tooLong(let bytes):
      "The URL is \(bytes) bytes long; \(TransferURL.bytesMax) are allowed. Use a shorter one."
    case .badCharacter:
      "The URL contains a space, a control byte, a backslash or a letter beyond ASCII. Write such a byte "
        + "as a percent sign and two hexadecimal digits, as in %20."
    case .wrongScheme:
      "The URL begins neither with http:// nor with https://, and no other kinds are supported. Write "
        + "the whole URL."
    case .userInformation:
      "The URL contains a user name or password, which would appear in every list and log. Leave it out, "
        + "and give it in a header or in answer to the server's challenge."
    case .badHost:
      "The URL has no host, or an invalid one: a host consists of letters, digits, '-', '_' and '.', and "
        + "an IPv6 address is in brackets. Write a name with other letters in its ASCII form (xn--…)."
    case .badPort: "The URL's port is not a number from 1 to 65535. Correct it, or leave it out."
    }
  }
}

extension UInt8 {
  fileprivate var isOfHost: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  fileprivate var isOfIPv4Address: Bool {
    self == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  /// A byte of an IPv6 address.
  fileprivate var isOfAddress: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
