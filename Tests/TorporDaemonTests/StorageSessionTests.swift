import Testing
import TorporCore
import TorporModel
import TorporSimulator
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

  @Test(
    "calls the disk short by the figures that it shows, also before the device has heard of them"
  )
  func short() throws {
    let storage = PlayedStorage()
    let daemon = try TestDaemon(storage: storage)
    func isShort(_ freeBytes: Int64) throws -> Bool {
      storage.room = DiskSpace(freeBytes: freeBytes, totalBytes: 16_000_000)
      let reply = try daemon.control(Control.GetStorage())
      #expect(reply.freeBytes == freeBytes)
      return reply.isShort
    }
    #expect(try isShort(0))
    #expect(try isShort(799_999))
    #expect(try !isShort(800_000))
  }

  // MARK: What stays

  /// An app that runs, with an upload of each of those files, beside a download of another one's.
  private func uploading(
    _ files: [String],
    in daemon: TestDaemon
  ) throws -> LaunchIdentifier {
    try daemon.control(Self.install("com.example.mine"), user: 501)
    let launch = try daemon.control(Control.Launch(app: "com.example.mine"), user: 501).launch
    let line = daemon.connect(user: 501, as: launch)
    let session = TorporWire.App.OpenSession(
      configuration: SessionConfiguration(identifier: "s")
    )
    _ = try session.reply(from: try daemon.call(session.varlinkCall, on: line)[0])
    let start = TorporWire.App.StartTransfers(
      session: "s",
      transfers: files.map { file in
        NewTransfer(
          request: TransferRequest(direction: .upload),
          content: TransferContent(
            url: "https://example.org/",
            source: TransferFile(path: "\(Self.container)/\(file)")
          )
        )
      }
    )
    _ = try start.reply(from: try daemon.call(start.varlinkCall, on: line)[0])
    return launch
  }

  private static let container = "/state/containers/501/com.example.mine"

  @Test("keeps the files of uploads that have not ended where its caches are purged")
  func uploads() throws {
    let storage = PlayedStorage()
    let daemon = try TestDaemon(storage: storage)
    let launch = try uploading(
      ["Library/Caches/outbox/film", "tmp/letter", "Documents/book"],
      in: daemon
    )
    daemon.kernel.end(launch, .exited(status: 0))
    daemon.driver.turn()
    try daemon.control(Control.PurgeCaches(app: "com.example.mine"), user: 501)
    let app = try #require(AppIdentifier("com.example.mine"))
    #expect(storage.orders.map(\.order) == [.purgeCaches(app)])
    #expect(
      storage.orders.first?.kept.sorted()
        == ["Documents/book", "Library/Caches/outbox/film", "tmp/letter"]
    )
  }

  @Test("keeps all of its caches where the journal does not say which of them an upload needs")
  func unreadable() throws {
    let storage = PlayedStorage()
    let daemon = try TestDaemon(storage: storage)
    let launch = try uploading(["tmp/letter"], in: daemon)
    daemon.kernel.end(launch, .exited(status: 0))
    daemon.driver.turn()
    daemon.journal.loseTransfers()
    try daemon.control(Control.PurgeCaches(app: "com.example.mine"), user: 501)
    #expect(storage.orders.isEmpty)
    let row = try daemon.control(Control.GetStorage(app: "com.example.mine")).apps[0]
    #expect(!row.isPurging)
    #expect(row.requestedPurge?.freedBytes == 0)
    #expect(row.requestedPurge?.cause == "error 5")
  }

  @Test("is left alone from the moment at which a process of it is started, and forgotten with it")
  func started() throws {
    let storage = PlayedStorage()
    let daemon = try TestDaemon(storage: storage)
    let app = try #require(AppIdentifier("com.example.mine"))
    try daemon.control(Self.install("com.example.mine"))
    try daemon.control(Control.PurgeCaches(app: "com.example.mine"))
    #expect(storage.stopped.isEmpty)
    try daemon.control(Control.Launch(app: "com.example.mine"))
    #expect(storage.stopped == [app])
    try daemon.control(Control.Uninstall(app: "com.example.mine"))
    #expect(storage.forgotten == [app])
  }

  // MARK: What others need

  private let mine = AppIdentifier("com.example.mine")!

  private func install(
    _ name: String,
    executable: String,
    arguments: [String] = ["run"],
    in folder: String = "/",
    user: UInt32 = 501,
    on daemon: TestDaemon
  ) throws {
    let wish = Control.Install(
      manifest: AppManifest(identifier: AppIdentifier(name)!),
      executable: executable,
      arguments: arguments,
      workingDirectory: folder
    )
    try daemon.control(wish, user: user)
  }

  /// What a purge of the first app keeps.
  private func kept(by storage: PlayedStorage, on daemon: TestDaemon) throws -> [String] {
    try daemon.control(Control.PurgeCaches(app: "com.example.mine"), user: 501)
    #expect(storage.orders.last?.order == .purgeCaches(mine))
    return try #require(storage.orders.last).kept.sorted()
  }

  @Test("keeps the programs of all apps that were installed from its folders, by whatever path")
  func programs() throws {
    let storage = PlayedStorage()
    let daemon = try TestDaemon(storage: storage)
    let caches = Self.container + "/Library/Caches"
    try install("com.example.mine", executable: caches + "/self/run", on: daemon)
    try install(
      "com.example.game",
      executable: caches + "/Game.app/bin/run",
      in: caches + "/Game.app",
      on: daemon
    )
    try install(
      "com.example.script",
      executable: "/usr/bin/python3",
      arguments: ["python3", Self.container + "/tmp/script.py", "tmp"],
      on: daemon
    )
    // The folder of all containers is a link for one, and the place where it leads for the other.
    try install(
      "com.example.linked",
      executable: "/var" + Self.container + "/tmp/Linked.app/run",
      on: daemon
    )
    try install("com.example.other", executable: "/state/containers/502/x/tmp/run", on: daemon)
    // Only root has its user's rights there.
    try install("com.example.stranger", executable: caches + "/stranger", user: 502, on: daemon)
    try install("com.example.system", executable: caches + "/../Caches/./root", user: 0, on: daemon)
    #expect(
      try kept(by: storage, on: daemon) == [
        // Where its program is while it is offloaded, too.
        "Library/Caches/.Game.app.torpor-offload", "Library/Caches/Game.app",
        "Library/Caches/Game.app.offloaded.tar.gz", "Library/Caches/Game.app.offloaded.tar.zst",
        "Library/Caches/Game.app/bin/run", "Library/Caches/root", "Library/Caches/self/run",
        "tmp/Linked.app/run", "tmp/script.py",
      ]
    )
  }

  private func download(to file: String) -> Control.SubmitTransfers {
    Control.SubmitTransfers(
      TransferSubmission(
        requests: [TransferRequest(direction: .download, hostKey: 1)],
        contents: [
          TransferContent(
            url: "https://example.org/",
            destination: TransferDestination(file: TransferFile(path: file))
          )
        ]
      )
    )
  }

  @Test("keeps the file of a download that has not ended, and what has come of it")
  func parts() throws {
    let storage = PlayedStorage()
    let daemon = try TestDaemon(storage: storage)
    try install("com.example.mine", executable: "/bin/run", on: daemon)
    let submission = download(to: "/var" + Self.container + "/Library/Caches/film")
    try daemon.control(submission, user: 501)
    #expect(
      try kept(by: storage, on: daemon) == ["Library/Caches/.film.torpor-1", "Library/Caches/film"]
    )
  }

  @Test("ends a purge where a transfer begins that needs files of it, and no other one")
  func transferMeanwhile() throws {
    let storage = PlayedStorage()
    let daemon = try TestDaemon(storage: storage)
    try install("com.example.mine", executable: "/bin/run", on: daemon)
    _ = try kept(by: storage, on: daemon)
    try daemon.control(download(to: "/home/ada/film"), user: 501)
    #expect(storage.stopped.isEmpty)
    try daemon.control(download(to: Self.container + "/tmp/film"), user: 501)
    #expect(storage.stopped == [mine])
  }

  @Test("ends a purge where a program is installed that lies in its folders, and for no other one")
  func programMeanwhile() throws {
    let storage = PlayedStorage()
    let daemon = try TestDaemon(storage: storage)
    try install("com.example.mine", executable: "/bin/run", on: daemon)
    _ = try kept(by: storage, on: daemon)
    try install("com.example.other", executable: "/usr/bin/other", on: daemon)
    try install("com.example.data", executable: Self.container + "/Documents/run", on: daemon)
    try install(
      "com.example.stranger",
      executable: Self.container + "/tmp/x",
      user: 502,
      on: daemon
    )
    #expect(storage.stopped.isEmpty)
    try install("com.example.game", executable: Self.container + "/tmp/game", on: daemon)
    #expect(storage.stopped == [mine])
  }

  @Test("is told why caches stay that were to go")
  func reasons() throws {
    let storage = PlayedStorage()
    let daemon = try TestDaemon(storage: storage)
    try install("com.example.mine", executable: "/bin/run", on: daemon)
    _ = try kept(by: storage, on: daemon)
    let report = CacheReport(app: mine, isPurge: true, bytes: 0, isStopped: true)
    daemon.driver.post(.input(.device(event: .caches(report))))
    daemon.driver.turn()
    let row = try daemon.control(Control.GetStorage(app: "com.example.mine")).apps[0]
    #expect(row.requestedPurge?.isStopped == true)
    #expect(
      row.requestedPurge?.cause == "the app has run meanwhile, or a transfer needs files of it"
    )
  }
}
