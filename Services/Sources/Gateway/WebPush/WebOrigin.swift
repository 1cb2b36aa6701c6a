/// How senders of Web Push reach the gateway: the beginning of every endpoint, and the audience of their tokens.
public struct WebOrigin: Hashable, Sendable {
  /// Scheme, host and, where it is not the usual one, port, in small letters: `https://push.example`.
  public let text: String

  /// The origin of an address such as `https://push.example:8443`; `nil` where it is not one, or has more than that.
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

  /// The origin of a port that is listened on; `nil`: an address for all interfaces is not one to be reached by.
  init?(_ address: ListenAddress, isEncrypted: Bool) {
    guard !["0.0.0.0", "::", "*"].contains(address.host) else { return nil }
    self.init("\(isEncrypted ? "https" : "http")://\(address)")
  }

  /// Where all endpoints are below.
  ///
  /// As Mozilla's service has it, whose second version binds an endpoint to its sender's key: senders and the
  /// rules of firewalls know it.
  public static let path = "/wpush/v2/"

  /// The address of a subscription.
  func address(of endpoint: WebEndpoint) -> String { text + Self.path + endpoint.text }

  /// The address by which a message is named to its sender.
  func address(ofMessage id: String) -> String { text + WebRequest.messagePath + id }
}
