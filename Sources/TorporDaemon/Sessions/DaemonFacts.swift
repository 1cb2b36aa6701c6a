package import TorporCore
package import TorporModel
package import TorporWire

/// What a daemon says of itself, and where it keeps the apps' data.
package struct DaemonFacts {
  // Shape: each is a fact or a question to the host, which nothing in it changes.
  package let version: Control.GetVersion.Reply
  /// Whose process the daemon is; only that user and root may change the device as a whole.
  package let userID: UInt32
  /// Who else may be the link to a push gateway; `nil`: nobody.
  package let linkUserID: UInt32?
  /// The folder that holds the containers of installed apps; absolute.
  package let containerFolder: String
  /// The container of every app, where all are one process of the user's; `nil`: each has its own.
  package let ownContainer: String?
  /// The folder in which each user has a folder of their own transfers' service; absolute.
  package let transferFolder: String
  /// The rules of a time zone that a calendar expression names; `nil` where there is no such zone.
  package let zoneRules: (ZoneName) -> ZoneRules?
  /// What the machine has and lacks, read on request: it would cost the start of every daemon
  /// a millisecond otherwise.
  package let capabilities: () -> [Capability]
  /// What a caller's process hands down; `nil` where that cannot be read.
  package let launchContext: (Peer) -> LaunchContext?
  /// What an error of the kernel is called.
  package let errorText: (Int32) -> String
  /// What the host measures of energy and traffic, and why not; read when somebody asks.
  package let meters: () -> Meters
  /// What is wrong with the file in which an administrator fixes settings.
  package let restrictionMistakes: () -> [String]
  /// What desktops have started; `nil` where the host cannot find it.
  package let adoption: (any AdoptionPort)?
  /// Draws a token for pushes that cannot be guessed: 32 random bytes in hexadecimal digits.
  package let drawToken: () -> String

  package init(
    version: Control.GetVersion.Reply,
    userID: UInt32,
    linkUserID: UInt32? = nil,
    containerFolder: String,
    ownContainer: String? = nil,
    transferFolder: String,
    zoneRules: @escaping (ZoneName) -> ZoneRules? = { _ in nil },
    capabilities: @escaping () -> [Capability],
    launchContext: @escaping (Peer) -> LaunchContext? = { _ in nil },
    errorText: @escaping (Int32) -> String = { "error \($0)" },
    meters: @escaping () -> Meters = { Meters() },
    restrictionMistakes: @escaping () -> [String] = { [] },
    adoption: (any AdoptionPort)? = nil,
    drawToken: @escaping () -> String = DaemonFacts.randomToken
  ) {
    self.version = version
    self.userID = userID
    self.linkUserID = linkUserID
    self.containerFolder = containerFolder
    self.ownContainer = ownContainer
    self.transferFolder = transferFolder
    self.zoneRules = zoneRules
    self.capabilities = capabilities
    self.launchContext = launchContext
    self.errorText = errorText
    self.meters = meters
    self.restrictionMistakes = restrictionMistakes
    self.adoption = adoption
    self.drawToken = drawToken
  }

  /// Where an app of a user keeps its data.
  ///
  /// By user first, so that the next user to install an identifier never meets another user's data.
  package func container(of app: AppIdentifier, ofUser userID: UInt32) -> String {
    ownContainer ?? "\(containerFolder)/\(userID)/\(app)"
  }

  /// 32 bytes of the kernel's randomness, as long as the tokens of Apple's devices.
  package static func randomToken() -> String {
    (0..<32).map { _ in
      let byte = UInt8.random(in: .min ... .max)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

/// What a host measures beside processor time and the battery.
package struct Meters {
  /// What the processors took until the last reading; `nil` where nothing counts it.
  package var processorEnergy: ProcessorEnergy?
  /// Why the processors' energy is not counted; `nil` where it is.
  package var processorEnergyUnavailableReason: String?
  /// Why the bytes of apps' own sockets are not counted; `nil` where they are.
  package var networkUnavailableReason: String?
  /// Why the bytes that apps read from disks and write to them are not counted; `nil` where they are.
  package var diskUnavailableReason: String?

  /// What the processors took, in nanojoules.
  package struct ProcessorEnergy: Hashable, Sendable {
    package let nanojoules: Int64
    /// How long it had been counted at the last reading.
    package let length: Duration
    /// How long ago that reading was.
    package let age: Duration
    /// Whether some of it may be missing.
    package let mayBeMore: Bool
    /// Of how many of them that is.
    package let counted: Int
    package let packages: Int

    package init(
      nanojoules: Int64,
      length: Duration,
      age: Duration,
      mayBeMore: Bool,
      counted: Int,
      packages: Int
    ) {
      self.nanojoules = nanojoules
      self.length = length
      self.age = age
      self.mayBeMore = mayBeMore
      self.counted = counted
      self.packages = packages
    }
  }

  package init() {
    let reason = "the host does not count it"
    processorEnergyUnavailableReason = reason
    networkUnavailableReason = reason
    diskUnavailableReason = reason
  }
}
