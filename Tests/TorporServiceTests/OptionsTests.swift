import Testing
import TorporCore

@testable import torpord

@Suite("The options of the daemon")
struct OptionsTests {
  @Test("have defaults for all that is not said")
  func defaults() throws {
    let options = try Options([]) { _ in nil }
    #expect(options.meteredInterfaces.isEmpty)
    #expect(!options.wakesFromSuspend)
    #expect(options.sysRoot == "/sys" && options.devRoot == "/dev")
    #expect(options.environmentZone == nil)
  }

  @Test("have the user's places by the environment, in which an empty variable says nothing")
  func places() throws {
    func options(_ variables: [String: String], home: String? = "/home/ada") throws -> Options {
      try Options([], userID: 1000, accountHome: home) { variables[$0] }
    }
    let usual = try options(["HOME": "/home/a", "XDG_RUNTIME_DIR": "/run/user/1000"])
    #expect(usual.socketPath == "/run/user/1000/torpor/socket")
    #expect(usual.stateFolder == "/home/a/.local/state/torpor")
    #expect(usual.adoptionRulesPath == "/home/a/.config/torpor/adopt.conf")
    let named = ["XDG_STATE_HOME": "/s", "XDG_CONFIG_HOME": "/c", "TORPOR_SOCKET": "/t"]
    let other = try options(named, home: nil)
    #expect(other.socketPath == "/t" && other.stateFolder == "/s/torpor")
    #expect(other.adoptionRulesPath == "/c/torpor/adopt.conf")
    let names = ["HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "TORPOR_SOCKET"]
    let empty = try options(Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
    #expect(empty.socketPath == "/run/torpor/socket")
    #expect(empty.stateFolder == "/home/ada/.local/state/torpor")
    #expect(empty.adoptionRulesPath == "/home/ada/.config/torpor/adopt.conf")
  }

  @Test("do not take a folder that everybody has for the state of a user without a home folder")
  func homeless() throws {
    let mistake = #expect(throws: Options.Mistake.self) {
      try Options([], userID: 1000, accountHome: nil) { _ in nil }
    }
    #expect(
      mistake?.sentence
        == "User 1000 has no home folder, so nothing says where the state is kept; "
        + "name a folder with --state."
    )
    let options = try Options(["--state", "/s"], userID: 1000, accountHome: nil) { _ in nil }
    #expect(options.stateFolder == "/s")
  }

  @Test("name what of the machine is not as the kernel says")
  func machine() throws {
    let arguments = [
      "--metered", "wlan0", "--wake-from-suspend", "--metered", "usb0", "--machine", "/fake",
    ]
    let options = try Options(arguments) { name in name == "TZ" ? "Asia/Tokyo" : nil }
    #expect(options.meteredInterfaces == ["wlan0", "usb0"])
    #expect(options.wakesFromSuspend)
    #expect(options.sysRoot == "/fake/sys" && options.devRoot == "/fake/dev")
    #expect(options.environmentZone == "Asia/Tokyo")
  }

  @Test("find the transfer service beside the daemon, unless it is said where it is")
  func transferService() throws {
    let options = try Options(["--state", "/state"]) { _ in nil }
    #expect(options.transferService.hasSuffix("/torpor-transferd"))
    #expect(options.transferService.hasPrefix("/"))
    #expect(options.transferFolder == "/state/transfers")
    let other = try Options(["--transfer-service", "/opt/service"]) { _ in nil }
    #expect(other.transferService == "/opt/service")
  }

  @Test("have their values in the next word, or behind a sign of equality")
  func equality() throws {
    let options = try Options(["--socket=/s", "--state=/a=b", "--metered=wwan0", "--passcode"]) {
      _ in
      nil
    }
    #expect((options.socketPath, options.stateFolder) == ("/s", "/a=b"))
    #expect(options.meteredInterfaces == ["wwan0"] && options.hasPasscode)
  }

  @Test("name who else may be the link to a push gateway")
  func linkUser() throws {
    #expect(try Options([]) { _ in nil }.linkUser == nil)
    #expect(try Options(["--push-user", "977"]) { _ in nil }.linkUser == .number(977))
    let named = try Options(["--push-user", "_torpor-push"]) { _ in nil }
    #expect(named.linkUser == .name("_torpor-push"))
  }

  @Test("look up the user of a link by name, and take a number as it is")
  func linkUserID() {
    #expect(LinkUser("root")?.userID == 0)
    #expect(LinkUser("4000000000")?.userID == 4_000_000_000)
    #expect(LinkUser("torpor-nobody-has-this-name")?.userID == nil)
    for text in ["", "-x", "a b", "a/b", "4294967296", String(repeating: "a", count: 33)] {
      #expect(LinkUser(text) == nil, "\(text)")
    }
  }

  @Test(
    "are refused with what is wrong and what is right",
    arguments: [
      (["--metered"], "--metered needs a value; torpord --help says which."),
      (
        ["--metered", "wlan0/1"],
        "--metered takes the name of one network interface, such as wlan0 (`ip link` lists them), "
          + "not 'wlan0/1'."
      ),
      (
        ["--metered", "wlan0 wlan1"],
        "--metered takes the name of one network interface, such as wlan0 (`ip link` lists them), "
          + "not 'wlan0 wlan1'."
      ),
      (
        ["--metered", "a-name-of-16-let"],
        "--metered takes the name of one network interface, such as wlan0 (`ip link` lists them), "
          + "not 'a-name-of-16-let'."
      ),
      (
        ["--machine", "fake"],
        "--machine takes an absolute path, one that begins with /, not 'fake'."
      ),
      (
        ["--socket", "here"],
        "--socket (or TORPOR_SOCKET, XDG_RUNTIME_DIR) takes an absolute path, one that begins with /, not "
          + "'here'."
      ),
      (
        ["--push-user", "a user"],
        "--push-user takes the name or the number of one user, not 'a user'."
      ),
      (
        ["--wake"],
        "'--wake' is not an option; torpord --help lists them. Did you mean '--wake-from-suspend'?"
      ),
      (
        ["--sokcet=/s"],
        "'--sokcet' is not an option; torpord --help lists them. Did you mean '--socket'?"
      ),
      (["x"], "'x' is not an option; torpord --help lists them."),
      (["--socket="], "--socket needs a value; torpord --help says which."),
      (["--passcode=on"], "--passcode takes no value; torpord --help says more."),
    ]
  )
  func mistakes(arguments: [String], sentence: String) {
    let mistake = #expect(throws: Options.Mistake.self) { try Options(arguments) { _ in nil } }
    #expect(mistake?.sentence == sentence)
  }

  @Test("of places that cannot be made are named by the error")
  func unmakable() throws {
    for (option, path) in [("--socket", "/dev/null/s"), ("--state", "/dev/null/state")] {
      let options = try Options(["--socket", "/tmp/x", "--state", "/tmp", option, path]) { _ in nil
      }
      let failure = #expect(throws: PlaceFailure.self) { try Service.makeFolders(options) }
      #expect(
        failure?.description
          == "cannot make the folder /dev/null: Not a directory (ENOTDIR); name another place with \(option)"
      )
    }
  }

  @Test("say with --version which journals the daemon opens")
  func version() {
    #expect(
      Service.versionText
        == "torpord \(Service.version)\njournal format \(JournalFormat.current), reads "
        + "\(JournalFormat.oldest) to \(JournalFormat.current)"
    )
  }

  @Test("are all in the help")
  func help() {
    let lines = Options.usage.split(separator: "\n").map { $0.drop { $0 == " " } }
    for option in [
      "--socket", "--state", "--profile", "--groups", "--passcode", "--metered",
      "--wake-from-suspend", "--machine", "--version,", "--help",
    ] {
      #expect(lines.contains { $0.hasPrefix(option + " ") || $0.hasSuffix(option) }, "\(option)")
    }
  }
}
