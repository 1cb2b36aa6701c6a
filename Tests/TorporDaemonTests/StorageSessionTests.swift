import Testing
import TorporCore
import TorporModel
import TorporWire

@testable import TorporDaemon

@Suite("What apps take of the disk, over the socket")
struct StorageSessionTests {
  private static func install(
    _ name: String,
    in folder: String = "/home/u/App.app",
    environment: [String] = ["HOME=/home/u"]
  ) -> Control.Install {
    Control.Install(
      manifest: AppManifest(identifier: AppIdentifier(name)!),
      executable: "/home/u/App.app/run",
      arguments: ["run"],
      environment: environment,
      workingDirectory: folder
    )
  }

  @Test("is told of one's own installed apps, and not of another user's, of commands or of jobs")
  func own() throws {
    let daemon = try TestDaemon()
    try daemon.control(Self.install("com.example.mine"), user: 501)
    try daemon.control(Self.install("com.example.other"), user: 502)
    _ = try daemon.run("make", user: 501)
    let mine = try daemon.control(Control.GetStorage(), user: 501)
    #expect(mine.apps.map(\.app.text) == ["com.example.mine"])
    // It was never measured, and nothing is made up.
    #expect(mine.apps[0].dataBytes == nil)
    #expect(mine.progress == nil)
    let all = try daemon.control(Control.GetStorage())
    #expect(all.apps.map(\.app.text) == ["com.example.mine", "com.example.other"])
    let failure = #expect(throws: WireError.self) {
      try daemon.control(Control.PurgeCaches(app: "com.example.other"), user: 501)
    }
    guard case .refused(.unknownApp) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test(
    "counts as its program the bundle in which that lies, and neither the home folder nor one of the system"
  )
  func bundles() throws {
    let daemon = try TestDaemon()
    func bundle(_ name: String, _ folder: String, home: String = "/home/u") throws -> String? {
      try daemon.control(Self.install(name, in: folder, environment: ["HOME=\(home)"]))
      return try daemon.control(Control.GetStorage(app: name)).apps[0].bundle
    }
    #expect(try bundle("a.one", "/home/u/App.app") == "/home/u/App.app")
    #expect(try bundle("a.two", "/usr/share") == nil)
    #expect(try bundle("a.three", "/home/u/App.app", home: "/home/u/App.app") == nil)
    #expect(try bundle("a.four", "/") == nil)
  }

  @Test("ends a purge at once where the host cannot remove anything")
  func withoutHost() throws {
    let daemon = try TestDaemon()
    try daemon.control(Self.install("com.example.mine"))
    try daemon.control(Control.PurgeCaches(app: "com.example.mine"))
    let row = try daemon.control(Control.GetStorage(app: "com.example.mine")).apps[0]
    #expect(!row.isPurging)
    #expect(row.purge?.freedBytes == 0)
    #expect(row.purge?.isByUser == true)
  }
}
