import NIOConcurrencyHelpers
import TorporCrypto

#if canImport(Glibc)
import Glibc
#endif

/// The keys of senders: a folder with a file for each, written by `torpor-gateway key`.
///
/// Concurrency: the loaded keys are guarded by a lock. A running gateway checks at most once a second whether the
/// folder has changed, when a sender connects.
public final class KeyFolder: Sendable {
  private let path: String
  private let clock: GatewayClock
  private let state = NIOLockedValueBox(State())

  private struct State {
    var accounts: [String: SenderAccount] = [:]
    var lookedMilliseconds: Int64 = .min
    var changed: (seconds: Int, nanoseconds: Int) = (-1, -1)
    var looksAgain = false
  }

  /// The interval between checks of the folder: changes are seen within it.
  private static let lookMilliseconds: Int64 = 1000

  /// Makes the key folder in a data folder, and creates it.
  public init(dataFolder: String, clock: GatewayClock = .system) {
    path = dataFolder + "/keys"
    self.clock = clock
    mkdir(path, 0o700)
  }

  /// Returns the current account of a key.
  func account(ofKey keyID: String) -> SenderAccount? {
    state.withLockedValue { state in
      let now = clock.nowMilliseconds()
      if abs(now &- state.lookedMilliseconds) >= Self.lookMilliseconds { look(&state, now) }
      return state.accounts[keyID]
    }
  }

  private func look(_ state: inout State, _ now: Int64) {
    state.lookedMilliseconds = now
    var facts = stat()
    guard stat(path, &facts) == 0 else { return }
    let changed = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
    // Once more a second after a change: two changes within one tick of the file system's clock look like one.
    guard changed != state.changed || state.looksAgain else { return }
    // If the folder cannot be read completely, nothing changes, and it is tried again.
    guard let accounts = try? read() else { return }
    state.looksAgain = changed != state.changed
    state.changed = changed
    state.accounts = Dictionary(accounts.map { ($0.keyID, $0) }, uniquingKeysWith: { $1 })
  }

  /// Returns all accounts, by the name of their keys; invalid files are left out; the result is empty if the folder
  /// cannot be read.
  public func accounts() -> [SenderAccount] { (try? read()) ?? [] }

  private struct Unreadable: Error {}

  private func read() throws(Unreadable) -> [SenderAccount] {
    guard let folder = opendir(path) else { throw Unreadable() }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".json") { names.append(name) }
    }
    var accounts: [SenderAccount] = []
    for name in names.sorted() {
      guard let text = TextFile.read("\(path)/\(name)") else { throw Unreadable() }
      if let account = SenderAccount(fileContent: Array(text.utf8)) { accounts.append(account) }
    }
    return accounts
  }

  /// Writes an account, replacing one with the same key.
  ///
  /// - Throws: `TextFile.Failure` where it cannot be written.
  public func add(_ account: SenderAccount) throws(TextFile.Failure) {
    try TextFile.write(account.fileContent, to: "\(path)/\(account.keyID).json", mode: 0o600)
  }
}

extension SenderAccount {
  /// Makes the account in a file; `nil` if it is invalid.
  init?(fileContent: [UInt8]) {
    guard let value = JSONValue(fileContent), let team = value["team"]?.text,
      let keyID = value["key"]?.text, let topics = value["topics"]?.list,
      let point = value["public"]?.text.flatMap({ Base64URL.decode($0) }),
      let key = SenderKey(point: point)
    else { return nil }
    self.init(
      team: team,
      keyID: keyID,
      topics: topics.compactMap(\.text),
      environment: value["environment"]?.text.flatMap { Environment(name: $0) },
      isRevoked: value["revoked"]?.boolean ?? false,
      key: key
    )
  }

  /// The account in the form of a file.
  var fileContent: String {
    var object = JSONText()
    object.set("team", team)
    object.set("key", keyID)
    object.set("topics", json: "[" + topics.map { "\"\($0)\"" }.joined(separator: ",") + "]")
    if let environment { object.set("environment", environment.rawValue) }
    if isRevoked { object.set("revoked", true) }
    object.set("public", Base64URL.encode(key.point))
    return object.finished + "\n"
  }
}
