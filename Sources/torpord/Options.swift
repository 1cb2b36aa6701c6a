import Glibc
import TorporLinux
import TorporModel
import TorporPosix
import TorporText

/// What the daemon was told on its command line, with everything that was not filled in.
struct Options {
  // Shape: one property for each option.
  var socketPath: String
  var stateFolder: String
  var profile: ProfileName = .linux
  var groupName = "torpor"
  var hasPasscode = false
  /// Interfaces whose traffic costs, as the user says.
  var meteredInterfaces: Set<String> = []
  var wakesFromSuspend = false
  /// Where power supplies and thermal zones are shown.
  var sysRoot = "/sys"
  /// Where terminals and input devices are.
  var devRoot = "/dev"
  /// Where the figures of memory are shown, in place of the kernel's; `nil`: by the kernel.
  var memoryRoot: String?
  /// Where an administrator fixes settings.
  var restrictionsPath = "/etc/torpor/restrictions.conf"
  /// Where people say which apps of the desktop are never adopted.
  var adoptionRulesPath: String
  /// A folder in place of the groups of users' service managers; `nil`: those.
  var appSlice: String?
  /// Where `.desktop` files are, in place of the folders of each user; `nil`: those.
  var entryFolder: String?
  /// What moves the bytes of transfers.
  var transferService = Options.besideDaemon("torpor-transferd")
  /// Who may be the link to a push gateway, beside root and the daemon's own user.
  var linkUser: LinkUser?
  /// The daemon's own `TZ`.
  var environmentZone: String?
  /// The user's `XDG_RUNTIME_DIR`.
  var runtimeFolder: String?

  static let usage = """
    usage: torpord [--socket PATH] [--state FOLDER] [--profile NAME] [--groups NAME] [--passcode]
                   [--metered INTERFACE]… [--wake-from-suspend] [--transfer-service PATH]
                   [--push-user USER] [--machine FOLDER] [--app-slice FOLDER]

      --socket PATH    where programs connect (default: $TORPOR_SOCKET, else torpor/socket in
                       $XDG_RUNTIME_DIR, or /run/torpor/socket as root)
      --state FOLDER   journal, containers and logs of apps (default: torpor in $XDG_STATE_HOME,
                       ~/.local/state, or /var/lib/torpor as root)
      --profile NAME   the rules of a new journal: \(profiles) (default: linux)
      --groups NAME    the name of the daemon's control group (default: torpor)
      --passcode       with a new journal, a passcode locks the screen
      --metered INTERFACE
                       traffic over it costs money, as over mobile networks (wwan…, ppp…), which
                       always count as metered; may be repeated
      --wake-from-suspend
                       wake the machine from suspend for work that has an exact time: jobs with --at or
                       --every, keep-alives (default: they wait until it wakes; notifications wake it)
      --transfer-service PATH
                       the program that performs transfers (default: torpor-transferd
                       beside torpord)
      --push-user USER the user as which torpor-pushd runs, by name or number (default: root or the
                       daemon's own user)
      --machine FOLDER
                       for tests: power supplies, thermal zones, accessories, terminals and input
                       devices are those of FOLDER/sys and FOLDER/dev; memory, swap and pressure those
                       of FOLDER/proc, if it has a meminfo; the administrator's file and adopt.conf are
                       in FOLDER/etc/torpor, and .desktop files in FOLDER/share
      --app-slice FOLDER
                       where the desktop's apps have their groups, instead of the folder app.slice of each
                       user's service manager; for sessions that systemd does not manage
      --version, --help
    """

  /// What the daemon runs itself with to have its trash emptied; no option for people.
  static let emptyTrash = "--empty-trash"

  /// What the leader of a terminal's session runs the daemon's program with; no option for people.
  static let leadTerminal = "--lead-terminal"

  /// What the writer of an output runs the daemon's program with; no option for people.
  static let writeOutput = "--write-output"

  /// What the keeper of descriptors runs the daemon's program with; no option for people.
  static let keepDescriptors = "--keep-descriptors"

  private static let profiles = ProfileName.allCases.map(\.rawValue).joined(separator: ", ")

  /// Why a command line cannot be followed, as a sentence.
  struct Mistake: Error {
    let sentence: String
  }

  /// Reads the arguments after the program's name.
  init(
    _ arguments: [String],
    userID: UInt32 = CurrentProcess.userID,
    accountHome: String? = UserPlaces.accountHome,
    environment: (String) -> String?
  ) throws(Mistake) {
    let places = UserPlaces(userID: userID, accountHome: accountHome, environment: environment)
    socketPath = places.socket
    stateFolder = places.state ?? ""
    adoptionRulesPath = places.adoptionRules
    environmentZone = environment("TZ")
    runtimeFolder = environment("XDG_RUNTIME_DIR")
    var paths: [(option: String, path: String)] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let option = try Options.option(of: word, &rest)
      switch option {
      case "--passcode": hasPasscode = true
      case "--wake-from-suspend": wakesFromSuspend = true
      case "--metered": meteredInterfaces.insert(try Options.interface(of: option, &rest))
      case "--machine":
        let folder = try Options.value(of: option, &rest)
        paths.append((option, folder))
        (sysRoot, devRoot) = (folder + "/sys", folder + "/dev")
        if Files.exists(folder + "/proc/meminfo") { memoryRoot = folder + "/proc" }
        restrictionsPath = folder + restrictionsPath
        adoptionRulesPath = folder + "/etc/torpor/adopt.conf"
        if Files.exists(folder + "/share/applications") { entryFolder = folder + "/share" }
      case "--app-slice":
        let folder = try Options.value(of: option, &rest)
        paths.append((option, folder))
        appSlice = folder
      case "--transfer-service":
        transferService = try Options.value(of: option, &rest)
        paths.append((option, transferService))
      case "--push-user":
        let text = try Options.value(of: option, &rest)
        guard let user = LinkUser(text) else {
          throw Mistake(
            sentence: "--push-user takes the name or the number of one user, not '\(text)'."
          )
        }
        linkUser = user
      case "--socket": socketPath = try Options.value(of: option, &rest)
      case "--state": stateFolder = try Options.value(of: option, &rest)
      case "--groups":
        groupName = try Options.value(of: option, &rest)
        guard AppIdentifier(groupName) != nil else {
          throw Mistake(
            sentence: "--groups takes letters, digits, '.', '-' and '_', not '\(groupName)'."
          )
        }
      case "--profile":
        let name = try Options.value(of: option, &rest)
        guard let known = ProfileName(rawValue: name) else {
          throw Mistake(
            sentence: "There is no profile '\(name)'; there are \(Options.profiles)."
          )
        }
        profile = known
      default:
        throw Mistake(
          sentence: "'\(option)' is not an option; torpord --help lists them."
            + Spelling.hint(for: option, among: Options.names)
        )
      }
    }
    if stateFolder.isEmpty {
      throw Mistake(
        sentence:
          "User \(userID) has no home folder, so nothing says where the state is kept; name a folder with --state."
      )
    }
    // Without the option the variable has said it.
    paths.append(("--socket (or TORPOR_SOCKET, XDG_RUNTIME_DIR)", socketPath))
    paths.append(("--state (or XDG_STATE_HOME)", stateFolder))
    for (option, path) in paths where !path.isAbsolutePath {
      throw Mistake(
        sentence: "\(option) takes an absolute path, one that begins with /, not '\(path)'."
      )
    }
  }

  /// The names of all options, as the help has them.
  private static var names: [String] {
    usage.split { " \n[],".contains($0) }.map(String.init).filter { $0.hasPrefix("--") }
  }

  /// Options that are there or not.
  private static let flags = ["--passcode", "--wake-from-suspend"]

  /// The option that a word names; the value behind its `=` is put before the other words.
  private static func option(
    of word: String,
    _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> String {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return word }
    let option = String(word[..<sign])
    guard !flags.contains(option) else {
      throw Mistake(sentence: "\(option) takes no value; torpord --help says more.")
    }
    rest = [String(word[word.index(after: sign)...])] + rest
    return option
  }

  private static func value(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> String {
    guard let value = rest.popFirst(), !value.isEmpty else {
      throw Mistake(sentence: "\(option) needs a value; torpord --help says which.")
    }
    return value
  }

  private static func interface(
    of option: String,
    _ rest: inout ArraySlice<String>
  ) throws(Mistake) -> String {
    let name = try value(of: option, &rest)
    // What the kernel takes for a name (dev_valid_name): below IFNAMSIZ, no slash, no space.
    guard name.utf8.count < 16, !name.containsSlash, !name.contains(where: \.isWhitespace) else {
      throw Mistake(
        sentence: "\(option) takes the name of one network interface, such as wlan0 "
          + "(`ip link` lists them), not '\(name)'."
      )
    }
    return name
  }

  /// Where each user's transfer service has a folder.
  var transferFolder: String { stateFolder + "/transfers" }

  /// Looks for the folders in which desktops start programs; `nil`: there is no tree of control groups.
  func findAppSlices() -> AppSlices? {
    appSlice.map(AppSlices.init(folder:)) ?? (try? AppSlices())
  }

  /// A program in the folder of this one.
  static func besideDaemon(_ name: String) -> String {
    let own = Files.target(of: "/proc/self/exe") ?? "/usr/bin/torpord"
    return FolderTree.parent(of: own) + "/" + name
  }

  /// Where files say which groups of the desktop are governed.
  var adoptionFolder: String { stateFolder + "/adopted" }
}
