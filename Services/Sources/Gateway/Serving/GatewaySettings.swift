public import Logging

/// What a gateway is started with.
public struct GatewaySettings: Sendable {
  // Shape: one property for each setting.
  /// The folder with the keys of senders, and with the mailboxes where `fleet` does not say otherwise.
  public var dataFolder: String
  /// Where the mailboxes of a fleet are; `nil`: in the folder, for this gateway alone.
  public var fleet: FleetSettings?
  /// Where senders connect for the production environment.
  public var providers = ListenAddress(host: "127.0.0.1", port: 8443)
  /// Where senders connect for the sandbox; `nil`: nowhere.
  public var sandboxProviders: ListenAddress?
  /// Where devices connect.
  public var devices = ListenAddress(host: "127.0.0.1", port: 8444)
  /// Where `/metrics`, `/healthz` and `/readyz` are; `nil`: nowhere.
  public var admin: ListenAddress? = ListenAddress(host: "127.0.0.1", port: 8445)
  /// The files with certificate and key, PEM; `nil`: no TLS.
  public var tls: (certificate: String, key: String)?
  /// How senders of Web Push reach the gateway; `nil`: by the address that is listened on, where that is one machine's.
  public var origin: WebOrigin?
  /// What a connection of a sender may take.
  public var providerLimits = ProviderLimits()
  /// What a connection of a device may take.
  public var linkLimits = LinkLimits()
  /// The most pages of the store, 4 KiB each; `nil`: as many as fit on the disk.
  public var storePagesMax: Int?
  /// The time.
  public var clock = GatewayClock.system
  /// Where it says what happens.
  public var logger = Logger(label: "torpor-gateway")
  /// Event loops.
  public var threadCount = 2

  /// The usual ones, for a data folder.
  public init(dataFolder: String) { self.dataFolder = dataFolder }
}
