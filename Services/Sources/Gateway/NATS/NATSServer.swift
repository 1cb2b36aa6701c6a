/// The address of a NATS server: `nats://USER:PASSWORD@HOST:PORT`, or `tls://` for one that must speak TLS.
public struct NATSServer: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address.
  public let host: String
  /// The port; 4222 if none was given.
  public let port: Int
  /// Whether TLS is required, whatever the server reports.
  public let needsTLS: Bool
  private(set) var user: String?
  private(set) var password: String?

  /// Makes the server from a text; `nil` if it is invalid.
  public init?(_ text: String) {
    var rest = text[...]
    var needsTLS = false
    if rest.hasPrefix("tls://") {
      needsTLS = true
      rest = rest.dropFirst(6)
    } else if rest.hasPrefix("nats://") {
      rest = rest.dropFirst(7)
    } else if rest.contains("://") {
      return nil
    }
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    var login: Substring?
    if let at = rest.lastIndex(of: "@") {
      login = rest[..<at]
      rest = rest[rest.index(after: at)...]
    }
    let isBare = rest.hasPrefix("[") ? !rest.contains("]:") : !rest.contains(":")
    guard let address = ListenAddress(isBare ? "\(rest):4222" : String(rest)), address.port > 0
    else { return nil }
    (host, port, self.needsTLS) = (address.host, address.port, needsTLS)
    let words = login?.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    user = words?.first.map { String($0) }
    password = words?.dropFirst().first.map { String($0) }
  }

  /// Returns the same server with the login in a text such as `USER:PASSWORD`; `nil` if it is invalid.
  public func with(login text: String) -> NATSServer? {
    let words = text.split(separator: ":", maxSplits: 1).map { String($0) }
    guard words.count == 2 else { return nil }
    var server = self
    (server.user, server.password) = (words[0], words[1])
    return server
  }

  /// Makes a server that another one has named, with the login used there.
  init?(named text: String, like other: NATSServer) {
    guard let address = ListenAddress(text) else { return nil }
    (host, port, needsTLS) = (address.host, address.port, other.needsTLS)
    (user, password) = (other.user, other.password)
  }

  /// Returns whether both have the same address.
  func isAt(_ other: NATSServer) -> Bool { host == other.host && port == other.port }

  /// The address without the login.
  public var description: String { "\(ListenAddress(host: host, port: port))" }
}
