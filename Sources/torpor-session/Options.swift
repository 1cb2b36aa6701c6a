import TorporModel
import TorporPosix

/// The settings of the bridge from its command line and its environment.
struct Options {
  /// The places where the daemon may listen; the first path with a listener is used.
  var socketPaths: [String]
  var systemBus: BusAddress
  var sessionBus: BusAddress
  /// logind's name for the user's session; `nil`: that of the user's display.
  var loginSession: String?

  static let usage = """
    usage: torpor-session [--socket PATH]

    Reports to torpord what a user's desktop knows (power, sleep, focus, sound, places, which programs wait for which),
    and shows the notifications of apps. It runs as the user, in the user's session.

      --socket PATH    where torpord listens (default: $TORPOR_SOCKET, else torpor/socket in
                       $XDG_RUNTIME_DIR, else /run/torpor/socket, whichever answers)
      --version, --help

    The buses are those of $DBUS_SYSTEM_BUS_ADDRESS and $DBUS_SESSION_BUS_ADDRESS, or where they
    usually are.
    """

  /// Why a command line is invalid, as a sentence.
  struct Mistake: Error {
    let sentence: String
  }

  /// Reads the arguments after the program's name.
  init(
    _ arguments: [String],
    environment: (String) -> String?
  ) throws(Mistake) {
    // An empty variable counts as unset.
    func variable(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    systemBus = .system(variable)
    sessionBus = .session(variable)
    loginSession = variable("XDG_SESSION_ID")
    if let path = variable("TORPOR_SOCKET") {
      socketPaths = [path]
    } else {
      let own = variable("XDG_RUNTIME_DIR").map { $0 + "/torpor/socket" }
      socketPaths = [own, "/run/torpor/socket"].compactMap { $0 }
    }
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard option == "--socket" else {
        throw Mistake(sentence: "'\(option)' is not an option; torpor-session --help lists them.")
      }
      guard let path = rest.popFirst(), !path.isEmpty else {
        throw Mistake(sentence: "--socket needs a path; torpor-session --help says more.")
      }
      guard path.isAbsolutePath else {
        throw Mistake(
          sentence: "--socket takes an absolute path, one that begins with /, not '\(path)'."
        )
      }
      socketPaths = [path]
    }
  }
}
