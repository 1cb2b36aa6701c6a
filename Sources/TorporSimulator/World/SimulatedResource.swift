package import TorporModel

/// What lies on the simulated server, as the content of a transfer names it.
///
/// The policy knows nothing of sizes, so they travel where a real transfer has its address.
package struct SimulatedResource: Hashable, Sendable {
  /// How much is to be moved, in bytes.
  package var sizeBytes: Int64
  /// Whether the server wants to know who asks.
  package var needsAuthentication: Bool
  /// Whether what the server sends kills the service, before anything of it is kept.
  package var killsService: Bool

  /// Names something on the server.
  package init(
    sizeBytes: Int64,
    needsAuthentication: Bool = false,
    killsService: Bool = false
  ) {
    self.sizeBytes = sizeBytes
    self.needsAuthentication = needsAuthentication
    self.killsService = killsService
  }

  /// Reads the content of a transfer; what says nothing of a size is empty.
  package init(_ content: TransferContent) {
    func value(_ name: String) -> String? {
      content.headers.first { $0.name == name }?.value
    }
    sizeBytes = value(Self.sizeHeader).flatMap { Int64($0) } ?? 0
    needsAuthentication = value(Self.authenticationHeader) != nil
    killsService = value(Self.deathHeader) != nil
  }

  /// The content of a transfer that moves it, with what its owner calls it.
  package func content(_ direction: TransferDirection, label: String? = nil) -> TransferContent {
    var content = TransferContent(url: "http://\(Self.host)/", label: label)
    content.headers.append(TransferHeader(Self.sizeHeader, "\(sizeBytes)"))
    if needsAuthentication {
      content.headers.append(TransferHeader(Self.authenticationHeader, "required"))
    }
    if killsService { content.headers.append(TransferHeader(Self.deathHeader, "certain")) }
    if direction == .upload { content.source = TransferFile(path: "/simulated") }
    return content
  }

  /// The one host of the simulated world.
  static let host = "simulated"
  private static let sizeHeader = "Simulated-Size"
  private static let deathHeader = "Simulated-Death"
  private static let authenticationHeader = "Simulated-Authentication"
}
