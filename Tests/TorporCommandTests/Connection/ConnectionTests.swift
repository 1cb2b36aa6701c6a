import Glibc
import Testing
import Torpor
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor

@Suite("A connection to the daemon")
struct ConnectionTests {
  /// A connection whose other end has written all its replies already.
  private func connection(
    replies: [VarlinkReply],
    then last: [UInt8] = []
  ) throws -> ControlConnection {
    let (ours, theirs) = try DescriptorPair.sockets().take()
    let bytes = replies.flatMap(\.bytes) + last
    _ = try bytes.withUnsafeBytes { try UnixSocket.send($0, on: theirs) }
    // Half closed would be nearer to life, but the end of what is written is all that is read.
    peers.append(theirs)
    return ControlConnection(Descriptor(owning: ours), path: "/run/x")
  }

  private final class Peers {
    var numbers: [Int32] = []
    func append(_ number: Int32) { numbers.append(number) }
    func closeAll() {
      Descriptor.close(numbers)
      numbers = []
    }
    deinit { Descriptor.close(numbers) }
  }

  private let peers = Peers()

  @Test("gives the result of a call, and the parameters as they came")
  func result() throws {
    let parameters = Control.Launch.Reply(
      app: AppIdentifier("a.b")!,
      launch: LaunchIdentifier(rawValue: 7)
    ).parameters
    let daemon = try connection(replies: [VarlinkReply(parameters: parameters)])
    let answer = try daemon.call(Control.Launch(app: "b"))
    #expect(answer.parameters == parameters)
    #expect(
      answer.reply
        == Control.Launch.Reply(app: AppIdentifier("a.b")!, launch: LaunchIdentifier(rawValue: 7))
    )
  }

  @Test("throws what the daemon refuses with")
  func refusal() throws {
    let error = WireError.refused(.unknownApp(name: "b", similar: []))
    let daemon = try connection(replies: [VarlinkReply(error)])
    #expect(throws: CommandFailure.refused(error)) { try daemon.call(Control.Launch(app: "b")) }
  }

  @Test("hands over each of several replies, and stops at the last")
  func stream() throws {
    let page = Control.Log.Reply(decisions: []).parameters
    let daemon = try connection(replies: [
      VarlinkReply(parameters: page, continues: true),
      VarlinkReply(parameters: page, continues: true), VarlinkReply(parameters: page),
    ])
    var count = 0
    try daemon.stream(Control.Log(follows: true)) { _ in count += 1 }
    #expect(count == 3)
  }

  @Test("says why it cannot be made to a file, a folder, or a path that no socket can have")
  func noSocket() {
    for path in ["/dev/null", "/"] {
      #expect(throws: CommandFailure.notReachable(path: path, code: ENOTSOCK)) {
        try ControlConnection(to: path)
      }
    }
    let long = "/" + String(repeating: "x", count: 107)
    #expect(throws: CommandFailure.notReachable(path: long, code: ENAMETOOLONG)) {
      try ControlConnection(to: long)
    }
  }

  @Test("says that the daemon went away, where it did")
  func lost() throws {
    let daemon = try connection(replies: [], then: Array(#"{"param"#.utf8))
    peers.closeAll()
    #expect(throws: CommandFailure.connectionLost(path: "/run/x")) {
      try daemon.call(Control.List())
    }
  }

  @Test("says that a reply is none, where it is none")
  func malformed() throws {
    let daemon = try connection(replies: [], then: Array("[]\0".utf8))
    #expect(
      throws: CommandFailure.refused(
        .malformedMessage(cause: "the daemon's reply is not a Varlink reply")
      )
    ) { try daemon.call(Control.List()) }
  }

  @Test("says that nobody listens")
  func absent() {
    #expect(throws: CommandFailure.notReachable(path: "/nonexistent/socket", code: 2)) {
      try ControlConnection(to: "/nonexistent/socket")
    }
  }
}

@Suite("The path of the socket")
struct SocketPathTests {
  private func path(
    option: String? = nil,
    _ environment: [String: String] = [:],
    isRoot: Bool = false,
    existing: Set<String> = []
  ) -> String {
    SocketPath.resolve(
      option: option,
      environment: { environment[$0] },
      isRoot: isRoot,
      exists: existing.contains
    )
  }

  @Test("is the option, else the variable, else the user's own place, else the system's")
  func order() {
    let all = ["TORPOR_SOCKET": "/b", "XDG_RUNTIME_DIR": "/run/user/1"]
    #expect(path(option: "/a", all) == "/a")
    #expect(path(all) == "/b")
    #expect(path(["XDG_RUNTIME_DIR": "/run/user/1"]) == "/run/user/1/torpor/socket")
    #expect(path(["XDG_RUNTIME_DIR": "/run/user/0"], isRoot: true) == "/run/torpor/socket")
    #expect(path() == "/run/torpor/socket")
  }

  @Test("is the system's for a user who has no daemon, where root has one")
  func ofOthers() {
    let user = ["XDG_RUNTIME_DIR": "/run/user/1"]
    let (own, system) = ("/run/user/1/torpor/socket", "/run/torpor/socket")
    #expect(path(user, existing: [system]) == system)
    #expect(path(user, existing: [system, own]) == own)
    #expect(path(user, existing: [own]) == own)
  }
}

@Suite("The start of a daemon")
struct DaemonStartTests {
  private static let units = [
    "/usr/lib/systemd/system/torpord.service", "/usr/lib/systemd/user/torpord.service",
  ]

  private func start(_ files: [String]) -> DaemonStart {
    DaemonStart(
      variable: { $0 == "XDG_RUNTIME_DIR" ? "/run/user/1" : nil },
      exists: { (files + ["/run/systemd/system"]).contains($0) }
    )
  }

  @Test("is by the unit that is installed for its place, and else by its program")
  func units() {
    let (system, own) = ("/run/torpor/socket", "/run/user/1/torpor/socket")
    let both = start(Self.units)
    #expect(both.command(forSocket: system) == "`systemctl start torpord`")
    #expect(
      both.command(forSocket: own)
        == "`systemctl start torpord` (or `systemctl --user start torpord` for a daemon of your own)"
    )
    #expect(both.ownCommand == "`systemctl --user start torpord`")
    #expect(both.command(forSocket: "/tmp/socket") == "`torpord`")
    let ofRoot = start([Self.units[0]])
    #expect(ofRoot.command(forSocket: own) == "`systemctl start torpord`")
    #expect(ofRoot.ownCommand == "`torpord`")
    let ofUser = start(["/etc/systemd/user/torpord.service"])
    #expect(ofUser.command(forSocket: own) == "`systemctl --user start torpord`")
    #expect(ofUser.command(forSocket: system) == "`torpord`")
    let without = DaemonStart(variable: { _ in nil }, exists: Self.units.contains)
    #expect(without.command(forSocket: system) == "`torpord`")
  }
}

@Suite("A failure")
struct CommandFailureTests {
  @Test(
    "says what failed, why, and what to do, and has its exit status",
    arguments: [
      (
        CommandFailure.notReachable(path: "/x", code: 2), Int32(69),
        "No daemon serves /x: No such file or directory (ENOENT). Start it with `torpord`, or name "
          + "its socket with --socket or TORPOR_SOCKET."
      ),
      (
        .notReachable(path: "/x", code: 36), 69,
        "The socket's path /x is longer than 107 bytes, the kernel's limit, so nothing can listen there. Name "
          + "the daemon's socket with --socket or TORPOR_SOCKET."
      ),
      (
        .notReachable(path: "/x", code: 88), 69,
        "/x is not a socket, so no daemon serves it. Name the daemon's socket with --socket or TORPOR_SOCKET."
      ),
      (
        .notReachable(path: "/x", code: 13), 69,
        "The daemon at /x does not take connections from this user: Permission denied (EACCES). Run "
          + "this as the daemon's owner, or start a daemon of your own with \(DaemonStart().ownCommand)."
      ),
      (
        .connectionLost(path: "/x"), 69,
        "The daemon at /x stopped during the call. Its apps keep running. Start it "
          + "again with `torpord`; `torpor log` then shows whether the call was carried out."
      ),
      (.usage("Wrong."), 64, "Wrong."),
      (.failed("Broken."), 1, "Broken."),
      (
        .notFound("mkae"), 127,
        "'mkae' was not found in PATH. Give its path, or check the spelling."
      ),
      (.notFound("./mkae"), 127, "There is no file './mkae'. Check the spelling."),
      (
        .notExecutable("/etc", isFolder: true), 126,
        "'/etc' is a folder. Give the path of a program in it."
      ),
      (
        .notExecutable("./a", isFolder: false), 126,
        "'./a' is not executable for this user. `chmod +x` makes it so; a script runs with its "
          + "interpreter in front."
      ),
      (
        .workingDirectoryGone, 126,
        "The working directory was removed, so the command has nowhere to start. Change to another "
          + "one."
      ),
      (.refused(.permissionDenied), 1, WireError.permissionDenied.sentence),
    ]
  )
  func sentences(failure: CommandFailure, status: Int32, sentence: String) {
    #expect(failure.sentence == sentence)
    #expect(failure.exitStatus == status)
  }
}

@Suite("A command of the shell")
struct CommandSearchTests {
  private func find(_ command: String, path: String?, _ files: Set<String>) -> String? {
    CommandSearch.find(command, path: path, workingDirectory: "/home/me") { files.contains($0) }
  }

  @Test("is found in the first folder of PATH that has it")
  func path() {
    #expect(find("ls", path: "/a:/b", ["/b/ls", "/c/ls"]) == "/b/ls")
    #expect(find("ls", path: "/a::/b", ["/home/me/ls", "/b/ls"]) == "/home/me/ls")
    #expect(find("ls", path: "bin", ["/home/me/bin/ls"]) == "/home/me/bin/ls")
    #expect(find("ls", path: nil, ["/usr/bin/ls"]) == "/usr/bin/ls")
    #expect(find("ls", path: "/a", []) == nil)
    #expect(find("", path: "/a", ["/a/"]) == nil)
  }

  @Test("with a slash in it is a file")
  func file() {
    #expect(find("./x", path: "/a", ["/home/me/./x"]) == "/home/me/./x")
    #expect(find("/bin/x", path: nil, ["/bin/x"]) == "/bin/x")
    #expect(find("/bin/y", path: "/bin", ["/bin/x"]) == nil)
  }
}

@Suite("The exit status of torpor run")
struct RunStatusTests {
  @Test(
    "is the command's own, or 128 and the signal",
    arguments: [
      (ExitReason.exit(status: 3), nil, Int32(3), false), (.logout, nil, 143, true),
      (.crash(signal: 11), nil, 139, true),
      (.code(.backgroundTaskOverrun), nil, 137, true),
      (.jetsam, nil, 137, true),
      (.forceQuit, nil, 143, true),
      (.forceQuit, 2, 130, false),
      (.jobEnded, nil, 143, true),
      (.notStarted(errno: 2), nil, 127, true),
      (.notStarted(errno: 13), nil, 126, true),
      // As of every program whose reader has seen enough, or that a key has ended.
      (.crash(signal: 13), nil, 141, false),
      (.crash(signal: 2), nil, 130, false),
      (.crash(signal: 15), 15, 143, false),
      (.crash(signal: 15), nil, 143, true),
      (.killedExternally, nil, 137, true),
    ] as [(ExitReason, Int32?, Int32, Bool)]
  )
  func statuses(reason: ExitReason, forwarded: Int32?, status: Int32, isNews: Bool) {
    #expect(RunStatus.status(of: reason, forwarded: forwarded) == status)
    #expect(RunStatus.needsWords(reason, forwarded: forwarded) == isNews)
  }

  @Test("says what a command left behind, and how to end it")
  func remaining() throws {
    let app = try #require(AppIdentifier("run.sh"))
    #expect(
      [1, 3].map { RunStatus.sentence(remaining: $0, of: app) } == [
        "1 process that it started continues as run.sh. Details: `torpor why run.sh`. End: "
          + "`torpor quit run.sh`",
        "3 processes that it started continue as run.sh. Details: `torpor why run.sh`. End: "
          + "`torpor quit run.sh`",
      ]
    )
  }
}
