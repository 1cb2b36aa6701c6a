public import Logging

/// The settings of a gateway.
public struct GatewaySettings: Sendable {
  // Shape: one property for each setting.
  /// The folder with the keys of senders, and with the mailboxes unless `fleet` is set.
  public var dataFolder: String
  /// The location of a fleet's mailboxes; `nil`: in the folder, for only this gateway.
  public var fleet: FleetSettings?
  /// The address for senders in the production environment.
  public var providers = ListenAddress(host: "127.0.0.1", port: 8443)
  /// The address for senders in the sandbox; `nil`: none.
  public var sandboxProviders: ListenAddress?
  /// The address for devices.
  public var devices = ListenAddress(host: "127.0.0.1", port: 8444)
  /// The address for `/metrics`, `/healthz` and `/readyz`; `nil`: none.
  public var admin: ListenAddress? = ListenAddress(host: "127.0.0.1", port: 8445)
  /// The PEM files with certificate and key; `nil`: no TLS.
  public var tls: (certificate: String, key: String)?
  /// The origin at which senders of Web Push reach the gateway; `nil`: the listening address, if it is that of one
  /// machine.
  public var origin: WebOrigin?
  /// The limits of a sender's connection.
  public var providerLimits = ProviderLimits()
  /// The limits of a device's connection.
  public var linkLimits = LinkLimits()
  /// The maximum number of pages of the store, 4 KiB each; `nil`: limited by the disk.
  public var storePagesMax: Int?
  /// The clock.
  public var clock = GatewayClock.system
  /// The logger.
  public var logger = Logger(label: "torpor-gateway")
  /// The number of event loops.
  public var threadCount = 2

  /// Makes the default settings, for a data folder.
  public init(dataFolder: String) { self.dataFolder = dataFolder }
}
