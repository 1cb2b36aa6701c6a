#if canImport(Glibc)
import Glibc
#endif

/// The command line of `torpor-dashboard`.
struct Options {
  var socketPath: String
  var port = 0
  var opensBrowser = true
  var asksForHelp = false

  static let usage = """
    usage: torpor-dashboard [--socket PATH] [--port NUMBER] [--no-browser]

    Serves a page with the apps of this device on the loopback, and opens it. `torpor dashboard` starts it.

      --socket PATH  the daemon's socket (default: $TORPOR_SOCKET, else $XDG_RUNTIME_DIR/torpor/socket, as root
                     /run/torpor/socket)
      --port NUMBER  the port on 127.0.0.1 (default: a free one)
      --no-browser   print the address only
    """

  /// An invalid command line.
  struct Mistake: Error {
    let sentence: String
  }

  init(_ words: [String]) throws(Mistake) {
    socketPath = Options.usualSocketPath
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--socket":
        guard let path = rest.popFirst() else { throw Mistake(sentence: "--socket needs a path.") }
        socketPath = path
      case "--port":
        let text = rest.popFirst() ?? ""
        guard let number = Int(text), (0...65_535).contains(number) else {
          throw Mistake(sentence: "--port takes a number from 0 to 65535, not '\(text)'.")
        }
        port = number
      case "--no-browser": opensBrowser = false
      case "--help", "-h": asksForHelp = true
      default: throw Mistake(sentence: "'\(word)' is not an option.\n\(Options.usage)")
      }
    }
  }

  private static var usualSocketPath: String {
    if let path = variable("TORPOR_SOCKET") { return path }
    if let folder = variable("XDG_RUNTIME_DIR"), geteuid() != 0 { return folder + "/torpor/socket" }
    return geteuid() == 0 ? "/run/torpor/socket" : "/run/user/\(geteuid())/torpor/socket"
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The two output streams of this program.
enum Output {
  static func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  static func complain(_ sentence: String) {
    let text = "torpor-dashboard: \(sentence)\n"
    _ = text.utf8CString.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count - 1) }
  }
}
