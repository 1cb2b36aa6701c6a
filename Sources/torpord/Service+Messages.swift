import TorporCore
import TorporDaemon
import TorporLinux
import TorporModel
import TorporPosix
import TorporWire

// The words that the daemon has for its trouble, and the folders that it needs.

extension Service {
  static func capabilities(
    of groups: GroupTree,
    _ watchers: Watchers,
    _ clock: ClockAdapter,
    _ transfers: Transfers,
    sysRoot: String
  ) -> [TorporWire.Capability] {
    Capabilities.probe(
      groups: .success(groups),
      pressure: watchers.pressure,
      waking: clock.waking,
      idleUnavailableReason: watchers.idleUnavailableReason,
      transfersUnavailableReason: transfers.unavailableReason,
      sysRoot: sysRoot
    ).map {
      TorporWire.Capability(
        name: $0.kind.rawValue,
        isAvailable: $0.isAvailable,
        text: $0.description
      )
    }
      + watchers.restrictionMistakes.map {
        TorporWire.Capability(name: "restrictions", isAvailable: false, text: $0)
      }
  }

  /// What `--version` says: also which journals this build opens, which packages look up.
  static var versionText: String {
    "torpord \(version)\njournal format \(JournalFormat.current), reads \(JournalFormat.oldest) to "
      + "\(JournalFormat.current)"
  }

  /// One sentence for whatever kept the daemon from starting.
  static func sentence(for error: any Error) -> String {
    guard let failure = error as? JournalFailure else { return "\(error)" }
    return "cannot \(failure.operation) the journal \(failure.path): \(failure.cause)"
  }

  static func rejection(for limit: ConnectionLimit) -> [UInt8] {
    switch limit {
    case .messageBytes(let max):
      VarlinkReply(WireError.limitExceeded(.messageBytes(maximum: max))).bytes
    case .descriptors(let max):
      VarlinkReply(WireError.limitExceeded(.descriptors(maximum: max))).bytes
    case .connections, .connectionsOfUser:
      VarlinkReply(WireError.malformedMessage(cause: "\(limit)")).bytes
    }
  }

  /// Makes the folders of the socket and of the state.
  ///
  /// - Throws: `PlaceFailure`.
  static func makeFolders(_ options: Options) throws(PlaceFailure) {
    do throws(SystemError) {
      try makeParents(of: options.socketPath)
    } catch {
      throw PlaceFailure(error: error, option: "--socket")
    }
    do throws(SystemError) {
      try makeStateFolders(options)
    } catch {
      throw PlaceFailure(error: error, option: "--state")
    }
    makePlaceForCaches(options)
  }

  private static func makeStateFolders(_ options: Options) throws(SystemError) {
    try makeParents(of: options.stateFolder)
    try Files.makeFolder(options.stateFolder, mode: 0o711)
    for folder in ["/containers", "/logs", "/transfers"] {
      // Others pass through to what is theirs; what there is is nobody's business.
      try Files.makeFolder(options.stateFolder + folder, mode: 0o711)
      try Files.setMode(0o711, of: options.stateFolder + folder)
    }
    try Files.makeFolder(options.stateFolder + "/trash", mode: 0o700)
  }

  /// Where folders of caches are moved to, made before the disk is full; what a purge has left there goes to the trash.
  ///
  /// On a full disk it may not be made: then a purge removes plain files, and tries again.
  private static func makePlaceForCaches(_ options: Options) {
    let folder = options.stateFolder + "/purged"
    let place = folder + "/" + StorageAdapter.placeName
    for name in Files.names(in: folder) {
      let path = folder + "/" + name
      if path == place, Files.names(in: place).isEmpty { continue }
      try? FolderTree.discard(path, into: options.stateFolder + "/trash")
    }
    for path in [folder, place] { try? Files.makeFolder(path, mode: 0o700) }
  }

  /// Makes every folder on the way to a file.
  private static func makeParents(of path: String) throws(SystemError) {
    var folder = ""
    for part in path.pathComponents.dropLast() {
      folder.append("/")
      folder.append(String(part))
      try Files.makeFolder(folder, mode: 0o755)
    }
  }
}

/// Why a folder that the daemon needs cannot be made.
struct PlaceFailure: Error, CustomStringConvertible {
  let error: SystemError
  /// What names another place.
  let option: String

  /// One sentence: what is wrong, and what to do.
  var description: String { "\(error); name another place with \(option)" }
}

extension ServiceEnvironment {
  /// The socket that the service manager has made for the path; `nil`: it has made none.
  ///
  /// - Throws: `ConnectionFailure` where it has made several, of which none is more the daemon's than another.
  func socket(for path: String) throws(ConnectionFailure) -> Int32? {
    guard socketCount > 0 else { return nil }
    guard socketCount == 1 else {
      throw .inheritedElsewhere(wanted: path, given: "\(socketCount) sockets")
    }
    return ServiceEnvironment.firstSocket
  }
}
