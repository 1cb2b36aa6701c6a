import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("Offloading an app, over the socket")
struct OffloadSessionTests {
  private static let bundle = "/home/u/App.app"

  private func install(
    _ name: String,
    executable: String = "/home/u/App.app/run",
    in folder: String = "/home/u/App.app",
    home: String = "/home/u",
    user: UInt32 = 501,
    on daemon: TestDaemon
  ) throws {
    let wish = Control.Install(
      manifest: AppManifest(identifier: AppIdentifier(name)!),
      executable: executable,
      arguments: ["run", "--fast"],
      environment: ["HOME=\(home)"],
      workingDirectory: folder
    )
    try daemon.control(wish, user: user)
  }

  private func refusal(_ app: String, user: UInt32 = 501, on daemon: TestDaemon) -> String? {
    let failure = #expect(throws: WireError.self) {
      try daemon.control(Control.Offload(app: app), user: user)
    }
    guard case .refused(.cannotOffload(_, let cause)) = failure else { return "\(failure as Any)" }
    return cause
  }

  @Test("says which folder may go, and keeps that it has gone; a dry run keeps nothing")
  func offloads() throws {
    let daemon = try TestDaemon()
    try install("com.example.mine", on: daemon)
    func since() throws -> Instant? {
      try daemon.control(Control.GetStorage(app: "com.example.mine"), user: 501).apps[0]
        .offloadedSince
    }
    let dry = Control.Offload(app: "com.example.mine", isDryRun: true)
    #expect(try daemon.control(dry, user: 501).bundle == Self.bundle)
    #expect(try since() == nil)
    let wet = Control.Offload(app: "com.example.mine")
    #expect(try daemon.control(wet, user: 501).bundle == Self.bundle)
    #expect(try since() != nil)
    try daemon.control(Control.RestoreProgram(app: "com.example.mine"), user: 501)
    #expect(try since() == nil)
    // An app that runs is refused by the dry run, too.
    try daemon.control(Control.Launch(app: "com.example.mine"), user: 501)
    #expect(throws: WireError.self) { try daemon.control(dry, user: 501) }
    #expect(refusal("com.example.mine", on: daemon)?.hasPrefix("it is running. ") == true)
  }

  @Test("starts an offloaded app by what brings its program back, and another one as ever")
  func restores() throws {
    let daemon = try TestDaemon()
    daemon.driver.restoringProgram = "/usr/bin/torpor"
    try install("com.example.mine", on: daemon)
    let app = try #require(AppIdentifier("com.example.mine"))
    let recipe = try #require(daemon.driver.recipe(of: app))
    #expect(daemon.driver.restoring(recipe, of: app) == recipe)
    try daemon.control(Control.Offload(app: "com.example.mine"), user: 501)
    let restoring = daemon.driver.restoring(recipe, of: app)
    #expect(restoring.executable == "/usr/bin/torpor")
    #expect(
      restoring.arguments == [
        "/usr/bin/torpor", "restore-program", "com.example.mine", Self.bundle, Self.bundle + "/run",
        "run", "--fast",
      ]
    )
    // The bundle is not there to start in.
    #expect(restoring.workingDirectory == "/")
    #expect(restoring.userID == 501)
    try daemon.control(Control.RestoreProgram(app: "com.example.mine"), user: 501)
    #expect(daemon.driver.restoring(recipe, of: app) == recipe)
  }

  @Test("is installed again without --replace from where it was, and from nowhere else")
  func installs() throws {
    let daemon = try TestDaemon()
    try install("com.example.mine", on: daemon)
    #expect(throws: WireError.self) { try install("com.example.mine", on: daemon) }
    try daemon.control(Control.Offload(app: "com.example.mine"), user: 501)
    #expect(throws: WireError.self) {
      try install("com.example.mine", executable: "/home/u/Other.app/run", on: daemon)
    }
    #expect(throws: WireError.self) { try install("com.example.mine", user: 502, on: daemon) }
    try install("com.example.mine", on: daemon)
    let row = try daemon.control(Control.GetStorage(app: "com.example.mine"), user: 501).apps[0]
    #expect(row.offloadedSince == nil)
  }

  @Test("hears that a program is back from a process of that app, and of no other one")
  func tells() throws {
    let daemon = try TestDaemon()
    try install("com.example.mine", on: daemon)
    try install("com.example.other", executable: "/usr/bin/other", in: "/", on: daemon)
    try daemon.control(Control.Offload(app: "com.example.mine"), user: 501)
    let launch = try daemon.control(Control.Launch(app: "com.example.mine"), user: 501).launch
    let stranger = try daemon.control(Control.Launch(app: "com.example.other"), user: 501).launch
    let call = Control.RestoreProgram(app: "com.example.mine")
    func tell(as launch: LaunchIdentifier) throws {
      let line = daemon.connect(user: 501, as: launch)
      _ = try call.reply(from: try daemon.call(call.varlinkCall, on: line)[0])
    }
    func since() throws -> Instant? {
      try daemon.control(Control.GetStorage(app: "com.example.mine"), user: 501).apps[0]
        .offloadedSince
    }
    let failure = #expect(throws: WireError.self) { try tell(as: stranger) }
    #expect(failure == .permissionDenied)
    #expect(try since() != nil)
    try tell(as: launch)
    #expect(try since() == nil)
  }

  @Test("refuses a bundle in the data of another app, whose caches are purged")
  func inAnotherContainer() throws {
    let daemon = try TestDaemon()
    try install("com.example.store", on: daemon)
    let folder = "/state/containers/501/com.example.store/Library/Caches/Game.app"
    try install("com.example.game", executable: folder + "/run", in: folder, on: daemon)
    #expect(
      refusal("com.example.game", on: daemon)
        == "it lies in the data of 'com.example.store', where an archive could be removed with its caches. "
        + "Install it from elsewhere first"
    )
  }

  @Test("refuses what is not the app's alone, or another user's, with what helps")
  func refuses() throws {
    let daemon = try TestDaemon()
    try install("com.example.system", executable: "/usr/bin/run", in: "/usr/share", on: daemon)
    #expect(
      refusal("com.example.system", on: daemon)
        == "it has no folder that holds only its program. Only apps that were installed from a bundle have one"
    )
    try install("com.example.mine", on: daemon)
    #expect(
      refusal("com.example.mine", user: 0, on: daemon)
        == "it belongs to user 501, with whose rights it is packed. Have that user offload it"
    )
    try install(
      "com.example.other",
      executable: Self.bundle + "/tool",
      in: "/",
      user: 0,
      on: daemon
    )
    #expect(
      refusal("com.example.mine", on: daemon)
        == "'com.example.other' needs \(Self.bundle)/tool. Have that run from elsewhere first"
    )
    try daemon.control(Control.Uninstall(app: "com.example.other"), user: 0)
    // Nobody keeps another user's bundle, or is told what others have.
    try install(
      "com.example.theirs",
      executable: Self.bundle + "/tool",
      in: "/",
      user: 502,
      on: daemon
    )
    #expect(
      try daemon.control(Control.Offload(app: "com.example.mine"), user: 501).bundle == Self.bundle
    )
    try install("com.example.home", home: Self.bundle + "/home", on: daemon)
    #expect(
      refusal("com.example.home", on: daemon)?.contains("needs") == true
    )
    try daemon.control(Control.Uninstall(app: "com.example.mine"), user: 501)
    #expect(
      refusal("com.example.home", on: daemon)
        == "the home folder of its user lies in \(Self.bundle)"
    )
    // Another user's app is not known at all.
    #expect(throws: WireError.self) {
      try daemon.control(Control.RestoreProgram(app: "com.example.home"), user: 503)
    }
  }
}
