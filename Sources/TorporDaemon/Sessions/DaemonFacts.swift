package import TorporWire

/// What a daemon says of itself, and where it keeps the apps' data.
package struct DaemonFacts {
  package let version: VersionInformation
  /// Whose process the daemon is; only that user and root may change the device as a whole.
  package let userID: UInt32
  /// The folder that holds the containers of installed apps; absolute.
  package let containerFolder: String
  /// What the machine has and lacks, looked at when somebody asks: it costs the start of every daemon
  /// a millisecond otherwise.
  package let capabilities: () -> [Capability]

  package init(
    version: VersionInformation,
    userID: UInt32,
    containerFolder: String,
    capabilities: @escaping () -> [Capability]
  ) {
    self.version = version
    self.userID = userID
    self.containerFolder = containerFolder
    self.capabilities = capabilities
  }
}
