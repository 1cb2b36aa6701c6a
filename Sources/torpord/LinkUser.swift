import Glibc
import Logging

/// Who may be the link to a push gateway, beside root and the daemon's own user.
enum LinkUser: Hashable {
  case number(UInt32)
  case name(String)

  /// Reads the number of a user or a name; `nil` for what cannot be either.
  ///
  /// A name has up to 32 letters, digits, `_`, `-` and `.`, and begins with a letter or `_`: what useradd(8) makes.
  init?(_ text: String) {
    if let number = UInt32(text) {
      self = .number(number)
      return
    }
    let isName = text.utf8.allSatisfy { unit in
      switch unit {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
      default: "_-.".utf8.contains(unit)
      }
    }
    guard isName, (1...32).contains(text.utf8.count),
      let first = text.first, first.isLetter || first == "_"
    else { return nil }
    self = .name(text)
  }

  /// The number of the user; `nil` where no user has the name.
  ///
  /// Reads the system's lists of users (nsswitch.conf(5)), so it may wait for a service. Call it at the start only.
  var userID: UInt32? {
    switch self {
    case .number(let number): return number
    case .name(let name):
      // An entry is far smaller; a larger one counts as none.
      var buffer = [CChar](repeating: 0, count: 65_536)
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
        return nil
      }
      return entry.pw_uid
    }
  }
}

extension Service {
  /// The number of the link's user, looked up once; without the user, the daemon starts all the same.
  static func userID(of linkUser: LinkUser?, _ log: Logger) -> UInt32? {
    guard let linkUser else { return nil }
    let number = linkUser.userID
    if number == nil, case .name(let name) = linkUser {
      log.warning(
        """
        the user of --push-user does not exist, so only root and the daemon's own user may be the link to a \
        push gateway; make the user, and restart torpord
        """,
        metadata: ["user": "\(name)"]
      )
    }
    return number
  }
}
