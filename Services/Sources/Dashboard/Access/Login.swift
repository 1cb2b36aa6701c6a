import NIOConcurrencyHelpers

/// The browsers that may see the dashboard: one that has presented the token of the printed address, once.
///
/// Cookies do not depend on ports: a server of another user on another port of 127.0.0.1 would receive them. The
/// dashboard therefore has its own name, generated at each start, below `localhost`, which browsers resolve to the
/// loopback themselves (RFC 6761, 6.3), and a cookie for that name is not sent anywhere else.
public final class Login: Sendable {
  /// The host that browsers use, without the port.
  public let host: String
  private let token = NIOLockedValueBox<Secret?>(Secret())
  private let session = Secret()
  private let whenUsed = NIOLockedValueBox<(@Sendable () -> Void)?>(nil)
  private let portBox = NIOLockedValueBox(0)

  static let cookieName = "torpor-dashboard"

  /// Generates a token, a session and a name.
  public init() { host = "torpor-" + Secret().text.prefix(32) + ".localhost" }

  /// The port of the server.
  public var port: Int {
    get { portBox.withLockedValue { $0 } }
    set { portBox.withLockedValue { $0 = newValue } }
  }

  /// Sets a handler that is called when a browser has presented the token.
  public func onUse(_ handler: @escaping @Sendable () -> Void) {
    whenUsed.withLockedValue { $0 = handler }
  }

  /// The host as in the `Host` header.
  var authority: String { "\(host):\(port)" }

  /// The `Origin` header of the dashboard's own pages.
  var origin: String { "http://\(authority)" }

  /// The address that opens the dashboard, once.
  public var address: String { "\(origin)/login?token=\(token.withLockedValue { $0?.text ?? "" })" }

  /// Returns the cookie for a browser that presents the token; `nil` for any other browser, and for every later one.
  func cookie(forToken text: some StringProtocol) -> String? {
    let isFirst = token.withLockedValue { token in
      guard let secret = token, secret.isEqual(to: text) else { return false }
      token = nil
      return true
    }
    guard isFirst else { return nil }
    whenUsed.withLockedValue { $0 }?()
    return "\(Self.cookieName)=\(session.text); Path=/; HttpOnly; SameSite=Strict"
  }

  /// Returns whether a `Cookie` header contains the session's.
  func isKnown(_ cookies: String?) -> Bool {
    guard let cookies else { return false }
    let prefix = Self.cookieName + "="
    return cookies.split(separator: ";").contains { part in
      let pair = part.drop { $0 == " " }
      return pair.hasPrefix(prefix) && session.isEqual(to: pair.dropFirst(prefix.utf8.count))
    }
  }
}
