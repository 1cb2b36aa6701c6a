import NIOConcurrencyHelpers

/// Who may see the dashboard: a browser that has come with the token of the address that was printed, once.
///
/// Cookies know no ports: a server of another user on another port of 127.0.0.1 would be sent them. So the
/// dashboard has a name of its own, drawn at each start, below `localhost`, which browsers resolve to the
/// loopback by themselves (RFC 6761, 6.3), and a cookie of that name goes nowhere else.
public final class Login: Sendable {
  /// The host that browsers use, without the port.
  public let host: String
  private let token = NIOLockedValueBox<Secret?>(Secret())
  private let session = Secret()
  private let whenUsed = NIOLockedValueBox<(@Sendable () -> Void)?>(nil)
  private let portBox = NIOLockedValueBox(0)

  static let cookieName = "torpor-dashboard"

  /// Draws a token, a session and a name.
  public init() { host = "torpor-" + Secret().text.prefix(32) + ".localhost" }

  /// The port that the server got.
  public var port: Int {
    get { portBox.withLockedValue { $0 } }
    set { portBox.withLockedValue { $0 = newValue } }
  }

  /// Calls `handler` when a browser has brought the token.
  public func onUse(_ handler: @escaping @Sendable () -> Void) {
    whenUsed.withLockedValue { $0 = handler }
  }

  /// The host as the header has it.
  var authority: String { "\(host):\(port)" }

  /// What the header `Origin` of the dashboard's own pages says.
  var origin: String { "http://\(authority)" }

  /// The address that opens the dashboard, once.
  public var address: String { "\(origin)/login?token=\(token.withLockedValue { $0?.text ?? "" })" }

  /// The cookie for a browser that brings the token; `nil` for any other, and for every later one.
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

  /// Whether a header of cookies has the session's.
  func isKnown(_ cookies: String?) -> Bool {
    guard let cookies else { return false }
    let prefix = Self.cookieName + "="
    return cookies.split(separator: ";").contains { part in
      let pair = part.drop { $0 == " " }
      return pair.hasPrefix(prefix) && session.isEqual(to: pair.dropFirst(prefix.utf8.count))
    }
  }
}
