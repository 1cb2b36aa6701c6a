import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("Background work over the socket")
struct SchedulingSessionTests {
  private let daemon: TestDaemon
  private let refresh = "org.mail.refresh"

  init() throws { daemon = try TestDaemon() }

  /// Installs an app with a refresh task for a user, launches it, and attaches as its process.
  private func launch(_ name: String, user: UInt32) throws -> ConnectionIdentifier {
    let identifier = try #require(AppIdentifier(name))
    _ = try daemon.control(
      Control.Install(
        manifest: AppManifest(
          identifier: identifier,
          backgroundModes: [.fetch],
          permittedTaskIdentifiers: [refresh]
        ),
        executable: "/bin/mail",
        arguments: ["mail"],
        workingDirectory: "/"
      ),
      user: user
    )
    let launch = try daemon.control(Control.Launch(app: name), user: user).launch
    let connection = daemon.connect(as: launch)
    try daemon.call(App.Attach().varlinkCall, on: daemon.connect(as: launch))
    return connection
  }

  @discardableResult
  private func ask<Call: KeyedCall>(
    _ call: Call,
    on connection: ConnectionIdentifier
  ) throws -> Call.Reply {
    try call.reply(from: try #require(daemon.call(call.varlinkCall, on: connection).first))
  }

  private func pending(on connection: ConnectionIdentifier) throws -> [PendingTask] {
    try ask(App.PendingTaskRequests(), on: connection).requests
  }

  /// Registers and submits the refresh task.
  private func submit(on connection: ConnectionIdentifier) throws {
    #expect(
      try ask(App.RegisterTask(identifier: refresh, key: "k"), on: connection).isPermitted
    )
    let request = TaskRequest(identifier: refresh, kind: .appRefresh, earliestBegin: .hours(1))
    try ask(App.SubmitTask(request: request), on: connection)
  }

  private func activities(_ app: String? = nil, user: UInt32) throws -> [ActivityStatus] {
    try daemon.control(Control.ListActivities(app: app), user: user).activities
  }

  @Test("is submitted by an app, which then sees it as pending")
  func pending() throws {
    let app = try launch("org.mail", user: 501)
    try submit(on: app)
    let tasks = try pending(on: app)
    #expect(tasks.map(\.request.identifier) == [refresh])
    #expect(tasks.map(\.earliestBegin) == tasks.map { $0.submittedAt + .hours(1) })
    try ask(App.CancelTaskRequest(), on: app)
    #expect(try pending(on: app).isEmpty)
  }

  @Test("is registered once, however often the same call is repeated")
  func repeated() throws {
    let app = try launch("org.mail", user: 501)
    try submit(on: app)
    let again = App.RegisterTask(identifier: refresh, key: "k")
    #expect(try ask(again, on: app).isPermitted)
    let another = App.RegisterTask(identifier: refresh, key: "k2")
    #expect(throws: WireError.refused(.misuse(.registeredTwice(identifier: refresh)))) {
      try ask(another, on: app)
    }
  }

  @Test("is listed to the owner of its app, and to root")
  func list() throws {
    try submit(on: try launch("org.mail", user: 501))
    try submit(on: try launch("org.news", user: 502))
    #expect(try activities(user: 501).map(\.app?.text) == ["org.mail"])
    #expect(try activities(user: 502).map(\.app?.text) == ["org.news"])
    #expect(try activities(user: 0).map(\.app?.text) == ["org.mail", "org.news"])
    #expect(try activities("news", user: 0).map(\.app?.text) == ["org.news"])
    #expect(try activities(user: 501).map(\.activity) == [.task(identifier: refresh)])
    #expect(throws: WireError.refused(.unknownApp(name: "news", similar: []))) {
      try activities("news", user: 501)
    }
  }

  @Test("runs at once for its developer, in the developer's own app")
  func simulate() throws {
    // The stranger's app comes first in the order of apps and has a task of the same name.
    try submit(on: try launch("org.alien", user: 502))
    try submit(on: try launch("org.mail", user: 501))
    _ = try daemon.control(Control.SimulateLaunch(task: refresh), user: 501)
    #expect(try activities(user: 501).map(\.isRunning) == [true])
    #expect(try activities(user: 502).map(\.isRunning) == [false])
    _ = try daemon.control(Control.SimulateExpiration(app: "mail", task: refresh), user: 501)
    #expect(try activities(user: 501) == [])
  }

  @Test("of a stranger is neither run nor ended")
  func strangers() throws {
    try submit(on: try launch("org.mail", user: 502))
    let absent = WireError.refused(.noSuchTask(identifier: refresh))
    for method in [
      ControlCall.simulateLaunch(Control.SimulateLaunch(task: refresh)),
      .simulateExpiration(Control.SimulateExpiration(task: refresh)),
      .cancelTask(Control.CancelTask(task: refresh)),
    ] {
      #expect(throws: absent) { try daemon.control(method, user: 501) }
    }
    let unknown = WireError.refused(.unknownApp(name: "org.mail", similar: []))
    for method in [
      ControlCall.simulateLaunch(Control.SimulateLaunch(app: "org.mail", task: refresh)),
      .simulateExpiration(Control.SimulateExpiration(app: "org.mail", task: refresh)),
      .cancelTask(Control.CancelTask(app: "org.mail", task: refresh)),
      .forgetUsage(Control.ForgetUsage(app: "org.mail")),
    ] {
      #expect(throws: unknown) { try daemon.control(method, user: 501) }
    }
    #expect(try activities(user: 502).map(\.isRunning) == [false])
  }

  @Test("that is not there cannot be run, whoever asks")
  func absent() throws {
    _ = try launch("org.mail", user: 501)
    for user: UInt32 in [0, 500, 501] {
      #expect(throws: WireError.refused(.noSuchTask(identifier: refresh))) {
        try daemon.control(Control.SimulateLaunch(task: refresh), user: user)
      }
    }
  }

  @Test("is no matter of the app itself but by its own interface")
  func insideAnApp() throws {
    let app = try launch("org.mail", user: 501)
    for method in [
      ControlCall.simulateLaunch(Control.SimulateLaunch(task: refresh)),
      .listActivities(Control.ListActivities()),
      .simulateExpiration(Control.SimulateExpiration(task: refresh)),
      .cancelTask(Control.CancelTask(task: refresh)),
      .forgetUsage(Control.ForgetUsage()),
    ] {
      let replies = try daemon.call(method.call.varlinkCall, on: app)
      #expect(replies.map(\.error) == ["org.varlink.service.PermissionDenied"])
    }
  }

  private func answers(
    _ app: String,
    _ question: Question?,
    user: UInt32
  ) throws -> [Diagnosis] {
    try daemon.control(Control.Diagnose(app: app, question: question), user: user).answers
  }

  @Test("is explained by name, and by itself where something stands in its way")
  func diagnosis() throws {
    daemon.driver.post(.input(.device(event: .network(NetworkState(link: .wifi)))))
    try submit(on: try launch("org.mail", user: 501))
    let asked = try answers("mail", .refreshNeverRan, user: 501)
    #expect(asked.map(\.question) == [.refreshNeverRan])
    #expect(asked.first?.explanation?.reason == .notBefore)
    #expect(asked.first?.forecast?.at != nil)
    #expect(try answers("mail", nil, user: 501) == [])
    _ = try daemon.control(Control.Quit(app: "mail"), user: 501)
    let found = try answers("mail", nil, user: 501)
    #expect(found.map(\.question) == [.refreshNeverRan])
    #expect(found.first?.explanation?.reason == .forceQuit)
  }

  @Test("is explained from the ledger, what was refused included")
  func diagnosisOfTheLedger() throws {
    let app = try launch("org.mail", user: 501)
    let unlisted = TaskRequest(identifier: "org.mail.other", kind: .appRefresh)
    #expect(throws: WireError.self) { try ask(App.SubmitTask(request: unlisted), on: app) }
    let found = try answers("mail", nil, user: 501)
    #expect(found.map(\.question) == [.submitRejected])
    #expect(found.first?.explanation?.subject == "org.mail.other")
    #expect(found.first?.shownBy.map(\.verdict) == [.denied])
  }

  @Test("is explained to the owner of its app and to root alone, and never inside an app")
  func diagnosisIsPrivate() throws {
    let app = try launch("org.mail", user: 501)
    #expect(try answers("mail", .neverSleeps, user: 0).count == 1)
    #expect(throws: WireError.refused(.unknownApp(name: "org.mail", similar: []))) {
      try answers("org.mail", .neverSleeps, user: 502)
    }
    let method = Control.Diagnose(app: "mail")
    let replies = try daemon.call(method.varlinkCall, on: app)
    #expect(replies.map(\.error) == ["org.varlink.service.PermissionDenied"])
  }

  @Test("follows a use of apps that the owner of one, or of the device, can have forgotten")
  func forget() throws {
    _ = try launch("org.mail", user: 501)
    try daemon.control(Control.ForgetUsage(app: "mail"), user: 501)
    #expect(throws: WireError.permissionDenied) {
      try daemon.control(Control.ForgetUsage(), user: 501)
    }
    try daemon.control(Control.ForgetUsage(), user: 500)
  }
}

@Suite("What an app asks of the task scheduler")
struct DurableTaskTests {
  @Test(
    "is refused while it cannot be saved, for it outlives the machine",
    arguments: [
      App.SubmitTask(request: TaskRequest(identifier: "a", kind: .appRefresh)),
      App.CancelTaskRequest(identifier: "a"),
      App.SetMinimumBackgroundFetchInterval(interval: .minimum),
    ] as [any KeyedCall]
  )
  func outage(call: any KeyedCall) throws {
    let daemon = try TestDaemon()
    let connection = daemon.connect(as: try daemon.run("chat"))
    daemon.journal.failingCommits = [daemon.journal.commitCount + 1]
    let replies = try daemon.call(call.varlinkCall, on: connection)
    #expect(throws: WireError.refused(.notSaved(cause: "the simulated disk is full"))) {
      try replies[0].result()
    }
  }
}
