import TorporModel
import TorporPosix

/// The command-line settings of the service.
struct Options {
  var stateFolder: String
  /// The connected socket to the daemon, inherited.
  var socket: Int32 = 3

  static let usage = """
    usage: torpor-transferd --state FOLDER

    Moves the bytes of transfers for torpord, which starts it with a socket as descriptor 3.

      --state FOLDER   where it remembers what it was doing; belongs to the owner of the transfers
      --version, --help
    """

  /// The message for a user who starts it manually.
  static let needsDaemon =
    "torpor-transferd moves bytes for torpord, which starts it with a socket as descriptor 3; "
    + "there is none here. To transfer a file, use `torpor download`."

  /// Why a command line is invalid, as a sentence.
  struct Mistake: Error {
    let sentence: String
  }

  /// Reads the arguments after the program's name.
  init(_ arguments: [String]) throws(Mistake) {
    var folder: String?
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard option == "--state" else {
        throw Mistake(sentence: "'\(option)' is not an option; torpor-transferd --help lists them.")
      }
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw Mistake(sentence: "--state needs a folder; torpor-transferd --help says more.")
      }
      folder = value
    }
    guard let folder else {
      throw Mistake(sentence: "--state is missing; torpor-transferd --help says more.")
    }
    guard folder.isAbsolutePath else {
      throw Mistake(
        sentence: "--state takes an absolute path, one that begins with /, not '\(folder)'."
      )
    }
    stateFolder = folder
  }
}
