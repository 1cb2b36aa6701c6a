package import TorporWire

/// What a daemon says of itself, and where it keeps the apps' data.
package struct DaemonFacts: Sendable {
  package let version: VersionInformation
  /// Whose process the daemon is; only that user and root may change the device as a whole.
  package let userID: UInt32
  /// The folder that holds the containers of installed apps; absolute.
  package let containerFolder: String
  package let capabilities: [Capability]

  package init(
    version: VersionInformation,
    userID: UInt32,
    containerFolder: String,
    capabilities: [Capability]
  ) {
    self.version = version
    self.userID = userID
    self.containerFolder = containerFolder
    self.capabilities = capabilities
  }
}
