import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// All registrations of the user's programs, in a file that only its user can read.
struct PushRegistrations {
  private let path: String
  private(set) var all: [PushRegistration] = []

  /// The maximum number of registrations, including those that have ended: 1,024, as many as the daemon accepts; and of
  /// one program: 64.
  ///
  /// Our choice: a program has one for each account.
  static let countMax = 1024
  static let countOfServiceMax = 64

  /// Reads the registrations in the user's state: `torpor/unifiedpush.json` in `$XDG_STATE_HOME`, otherwise in
  /// `~/.local/state`; `nil` without either.
  ///
  /// - Throws: `SystemError` if the file exists and cannot be read.
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

  /// Returns a registration that has not ended.
  func live(token: String) -> PushRegistration? { all.first { $0.token == token && !$0.hasEnded } }

  func live(channel: String) -> PushRegistration? {
    all.first { $0.channel == channel && !$0.hasEnded }
  }

  /// Returns whether the program may have another registration, counting those that have ended without the gateway
  /// knowing.
  func hasRoom(for service: String) -> Bool {
    all.count < Self.countMax && all.count { $0.service == service } < Self.countOfServiceMax
  }

  /// Ends a registration; one that never had an address is unknown to every gateway, and is removed at once.
  ///
  /// - Throws: `SystemError` if this could not be written; the registration has then not ended.
  mutating func end(_ registration: PushRegistration) throws(SystemError) {
    guard registration.endpoint != nil else { return try remove(channel: registration.channel) }
    var ended = registration
    ended.hasEnded = true
    try keep(ended)
  }

  /// Adds a registration, or replaces the one with the same channel.
  ///
  /// - Throws: `SystemError` if it could not be written; nothing has then changed.
  mutating func keep(_ registration: PushRegistration) throws(SystemError) {
    var next = all.filter { $0.channel != registration.channel }
    next.append(registration)
    try write(next)
  }

  /// Removes a registration.
  ///
  /// - Throws: `SystemError` if this could not be written; the registration then still exists.
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

  /// Returns a new name for a channel, a UUID from the kernel's random bytes.
  ///
  /// - Throws: `SystemError` if the kernel provides none.
  static func newChannel() throws(SystemError) -> String {
    String(try Files.read("/proc/sys/kernel/random/uuid").prefix(36))
  }
}
