import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// Every registration of the user's programs, in a file that its user alone can read.
struct PushRegistrations {
  private let path: String
  private(set) var all: [PushRegistration] = []

  /// Registrations, those that have ended included: 1,024, as many as the daemon takes of either; and of one program: 64.
  ///
  /// Our choice: a program has one for each account.
  static let countMax = 1024
  static let countOfServiceMax = 64

  /// What the user's state has: `torpor/unifiedpush.json` in `$XDG_STATE_HOME`, else in `~/.local/state`; `nil` without
  /// either.
  ///
  /// - Throws: `SystemError` where it is there and cannot be read.
  init?(_ environment: (String) -> String?) throws(SystemError) {
    if let state = environment("XDG_STATE_HOME"), state.isAbsolutePath {
      path = state + "/torpor/unifiedpush.json"
    } else if let home = environment("HOME"), home.isAbsolutePath {
      path = home + "/.local/state/torpor/unifiedpush.json"
    } else {
      return nil
    }
    guard Files.isThere(path) else { return }
    let text = try Files.read(path, bytesMax: 4 << 20)
    guard let json = try? JSON(parsing: Array(text.utf8)), let elements = json.elements else {
      throw SystemError(operation: "read", subject: path, code: EBADMSG)
    }
    all = elements.compactMap { PushRegistration($0) }
  }

  /// One that has not ended.
  func live(token: String) -> PushRegistration? { all.first { $0.token == token && !$0.hasEnded } }

  func live(channel: String) -> PushRegistration? {
    all.first { $0.channel == channel && !$0.hasEnded }
  }

  /// Whether another one of the program has room, those included that have ended and of which the gateway does not know.
  func hasRoom(for service: String) -> Bool {
    all.count < Self.countMax && all.count { $0.service == service } < Self.countOfServiceMax
  }

  /// Ends one; of one that never had an address no gateway knows, and it goes at once.
  ///
  /// - Throws: `SystemError` where that could not be written; then it has not ended.
  mutating func end(_ registration: PushRegistration) throws(SystemError) {
    guard registration.endpoint != nil else { return try remove(channel: registration.channel) }
    var ended = registration
    ended.hasEnded = true
    try keep(ended)
  }

  /// Adds one, or puts it in the place of that of the same channel.
  ///
  /// - Throws: `SystemError` where it could not be written; then nothing has changed.
  mutating func keep(_ registration: PushRegistration) throws(SystemError) {
    var next = all.filter { $0.channel != registration.channel }
    next.append(registration)
    try write(next)
  }

  /// Removes one.
  ///
  /// - Throws: `SystemError` where that could not be written; then it is still here.
  mutating func remove(channel: String) throws(SystemError) {
    try write(all.filter { $0.channel != channel })
  }

  private mutating func write(_ next: [PushRegistration]) throws(SystemError) {
    guard next != all else { return }
    var made = ""
    for part in path.pathComponents.dropLast() {
      made += "/" + part
      if !Files.isFolder(made) { try Files.makeFolder(made, mode: 0o700) }
    }
    try Files.replace(path, with: JSON.array(next.map(\.json)).bytes, mode: 0o600)
    all = next
  }

  /// A new name of a channel, a UUID of the kernel's random bytes.
  ///
  /// - Throws: `SystemError` where the kernel gives none.
  static func newChannel() throws(SystemError) -> String {
    String(try Files.read("/proc/sys/kernel/random/uuid").prefix(36))
  }
}
