import Glibc
import TorporModel
import TorporPosix

/// Where a daemon has its socket, its state and the rules of adoption, if its command line does not say.
struct UserPlaces {
  let socket: String
  /// `nil`: the user has no home folder, and nothing else names a place that lasts.
  let state: String?
  let adoptionRules: String

  /// The places of a user.
  ///
  /// `accountHome`: of the user database, for a process without HOME. A variable that is empty says as much as none.
  init(userID: UInt32, accountHome: String?, environment: (String) -> String?) {
    let runtime = environment("XDG_RUNTIME_DIR").flatMap(Self.said)
    let own = environment("TORPOR_SOCKET").flatMap(Self.said)
    guard userID != 0 else {
      socket = own ?? "/run/torpor/socket"
      state = "/var/lib/torpor"
      adoptionRules = "/etc/torpor/adopt.conf"
      return
    }
    let home = (environment("HOME").flatMap(Self.said) ?? accountHome).flatMap(Self.absolute)
    let configuration =
      environment("XDG_CONFIG_HOME").flatMap(Self.absolute) ?? home.map { $0 + "/.config" }
    socket = own ?? (runtime ?? "/run") + "/torpor/socket"
    state =
      environment("XDG_STATE_HOME").flatMap(Self.said).map { $0 + "/torpor" }
      ?? home.map { $0 + "/.local/state/torpor" }
    adoptionRules = (configuration ?? "/etc") + "/torpor/adopt.conf"
  }

  /// The home folder of this process's user in the user database; `nil`: it has none there.
  static var accountHome: String? {
    guard let entry = getpwuid(CurrentProcess.userID), let home = entry.pointee.pw_dir else {
      return nil
    }
    return String(cString: home)
  }

  private static func said(_ value: String) -> String? { value.isEmpty ? nil : value }

  private static func absolute(_ path: String) -> String? { path.isAbsolutePath ? path : nil }
}
