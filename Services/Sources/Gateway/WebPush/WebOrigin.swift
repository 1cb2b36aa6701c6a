/// The origin at which senders of Web Push reach the gateway: the beginning of every endpoint, and the audience of
/// their tokens.
public struct WebOrigin: Hashable, Sendable {
  /// Scheme, host and, if it is not the default, port, in lower case: `https://push.example`.
  public let text: String

  /// Makes the origin from an address such as `https://push.example:8443`; `nil` if it is invalid, or has additional
  /// parts.
  public init?(_ address: String) {
    var rest = Substring(address.lowercased())
    let usualPort: Int
    let scheme: String
    if rest.hasPrefix("https://") {
      (scheme, usualPort) = ("https://", 443)
    } else if rest.hasPrefix("http://") {
      (scheme, usualPort) = ("http://", 80)
    } else {
      return nil
    }
    rest = rest.dropFirst(scheme.utf8.count)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    let isName = rest.utf8.allSatisfy { unit in
      switch unit {
      case 0x30...0x39, 0x61...0x7a: true
      default: ".-_:[]".utf8.contains(unit)
      }
    }
    guard isName, !rest.isEmpty else { return nil }
    var host = rest
    if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
      guard let port = Int(rest[rest.index(after: colon)...]), (1...65_535).contains(port) else {
        return nil
      }
      if port == usualPort { host = rest[..<colon] }
    }
    guard let first = host.first, first != ":" else { return nil }
    text = scheme + host
  }

  /// Makes the origin of a listening port; `nil`: an address for all interfaces cannot be used to connect.
  init?(_ address: ListenAddress, isEncrypted: Bool) {
    guard !["0.0.0.0", "::", "*"].contains(address.host) else { return nil }
    self.init("\(isEncrypted ? "https" : "http")://\(address)")
  }

  /// The path prefix of all endpoints.
  ///
  /// It is that of Mozilla's service, whose second version binds an endpoint to its sender's key: senders and firewall
  /// rules know it.
  public static let path = "/wpush/v2/"

  /// Returns the address of a subscription.
  func address(of endpoint: WebEndpoint) -> String { text + Self.path + endpoint.text }

  /// Returns the address that identifies a message to its sender.
  func address(ofMessage id: String) -> String { text + WebRequest.messagePath + id }
}
