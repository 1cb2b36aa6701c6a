import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("A session")
struct SessionTests {
  @Test("of a program runs a command as an app of its own user, with its streams")
  func run() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock", user: 501, streams: [10, 11, 12])
    #expect(daemon.kernel.recipes[launch]?.userID == 501)
    #expect(daemon.kernel.streams[launch] == [10, 11, 12])
    #expect(try daemon.statuses(user: 501).map(\.app.text) == ["run.clock"])
    _ = try daemon.run("clock", user: 501)
    #expect(try daemon.statuses(user: 501).map(\.app.text) == ["run.clock", "run.clock-2"])
  }

  @Test("is told once that an identifier is taken, and its streams are given up")
  func taken() throws {
    let daemon = try TestDaemon()
    let method = Control.Run(
      identifier: AppIdentifier("com.example.clock"),
      executable: "/bin/clock",
      arguments: ["clock"],
      environment: [],
      workingDirectory: "/"
    )
    _ = try daemon.control(method)
    let replies = try daemon.call(
      method.varlinkCall,
      on: daemon.connect(),
      descriptors: [20, 21, 22]
    )
    #expect(replies.map(\.error) == ["io.torpor.Control.AlreadyInstalled"])
    #expect(daemon.kernel.discarded == [20, 21, 22])
  }

  @Test("sees its own user's apps, and root's sees all")
  func owners() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("mine", user: 501)
    _ = try daemon.run("yours", user: 502)
    #expect(try daemon.statuses(user: 501).map(\.app.text) == ["run.mine"])
    #expect(try daemon.statuses(user: 0).count == 2)
    #expect(throws: WireError.refused(.unknownApp(name: "yours", similar: []))) {
      _ = try daemon.control(Control.Quit(app: "yours"), user: 501)
    }
  }

  @Test(
    "of a stranger may not change the device",
    arguments: [
      ControlCall.lock(Control.Lock()), .home(Control.Home()),
      .changeSetting(Control.ChangeSetting(lowPowerMode: true)),
    ]
  )
  func strangers(method: ControlCall) throws {
    let daemon = try TestDaemon()
    #expect(throws: WireError.permissionDenied) { try daemon.control(method, user: 501) }
    _ = try daemon.control(method, user: 500)
    _ = try daemon.control(method, user: 0)
  }

  @Test("learns of the machine in the words of the core")
  func words() {
    #expect(
      Control.MemoryLevel.allCases.map(\.rawValue)
        == MemoryPressureLevel.allCases.map(\.rawValue)
    )
    #expect(
      Control.NetworkLink.allCases.map(\.rawValue) == NetworkLink.allCases.map(\.rawValue)
    )
    #expect(
      Control.ThermalState.allCases.map(\.rawValue) == ThermalState.allCases.map(\.rawValue)
    )
  }

  @Test("of an app may ask for itself alone")
  func insideAnApp() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    let inside = daemon.connect(as: launch)
    for method in [
      ControlCall.quit(Control.Quit(app: "clock")), .lock(Control.Lock()),
      .launch(Control.Launch(app: "clock")),
    ] {
      let replies = try daemon.call(method.call.varlinkCall, on: inside)
      #expect(replies.map(\.error) == ["org.varlink.service.PermissionDenied"])
    }
    let outside = daemon.connect()
    let replies = try daemon.call(App.BackgroundTimeRemaining().varlinkCall, on: outside)
    #expect(replies.map(\.error) == ["org.varlink.service.PermissionDenied"])
  }

  @Test("that attaches is greeted, then told everything that it has not returned from")
  func attach() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    let first = daemon.connect(as: launch)
    let greeting = try daemon.call(App.Attach().varlinkCall, on: first).map(AttachReply.init)
    guard case .attached(version: 1, let now?) = greeting.first else {
      Issue.record("the first reply was \(greeting)")
      return
    }
    #expect(now == daemon.driver.now())
    let names = greeting.compactMap { reply -> String? in
      if case .event(let delivery, _) = reply { delivery.callback.name } else { nil }
    }
    #expect(names == ["didFinishLaunching", "didBecomeActive"])
    // The connection breaks before anything was returned from; the next one hears it all again.
    daemon.driver.post(.closed(first))
    daemon.driver.turn()
    let second = daemon.connect(as: launch)
    let again = try daemon.call(App.Attach().varlinkCall, on: second).map(AttachReply.init)
    #expect(again.dropFirst() == greeting.dropFirst())
  }

  @Test("hears how a process ended, then and afterwards")
  func wait() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    let waiting = daemon.connect()
    #expect(try daemon.call(Control.Wait(launch: launch).varlinkCall, on: waiting) == [])
    daemon.kernel.end(launch, .exited(status: 3))
    daemon.driver.turn()
    let replies = try daemon.wire.takeReplies(on: waiting)
    let record = try Control.Wait(launch: launch).reply(from: replies[0]).exit
    #expect(record.reason == .exit(status: 3))
    #expect(try daemon.control(Control.Wait(launch: launch)).exit == record)
    let stranger = LaunchIdentifier(rawValue: 999)
    #expect(throws: WireError.unknownLaunch(stranger)) {
      try daemon.control(Control.Wait(launch: stranger))
    }
  }

  @Test("that waits for a command and leaves is told of in the ledger, and the command continues")
  func left() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    let (first, second) = (daemon.connect(), daemon.connect())
    for waiting in [first, second] {
      try daemon.call(Control.Wait(launch: launch).varlinkCall, on: waiting)
    }
    func sentences() throws -> [String] {
      let reply = try daemon.control(Control.Why(app: "clock"))
      #expect(reply.app.state == .active)
      return reply.decisions.map { $0.decision.sentence(naming: "it") }
    }
    let sentence =
      "did not end the command of it: the `torpor run` that waited for it has ended; a command at a terminal "
      + "then gets SIGHUP, any other continues"
    daemon.driver.post(.closed(first))
    daemon.driver.turn()
    #expect(try !sentences().contains(sentence))
    daemon.driver.post(.closed(second))
    daemon.driver.turn()
    #expect(try sentences().last == sentence)
    // It is no end: who asks later waits for one.
    let third = daemon.connect()
    #expect(try daemon.call(Control.Wait(launch: launch).varlinkCall, on: third) == [])
  }

  @Test("that follows the ledger gets what is there, then what comes")
  func follow() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("clock")
    let follower = daemon.connect()
    let query = Control.Log(follows: true)
    let page = try daemon.call(query.varlinkCall, on: follower)
    #expect(page.count == 1)
    _ = try daemon.control(Control.Home(app: "clock"))
    let news = try daemon.wire.takeReplies(on: follower)
    #expect(!news.isEmpty)
    #expect(news.map(\.continues) == news.map { _ in true })
  }

  @Test("that follows the ledger gets what was decided without it once it can be written again")
  func followOverOutage() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("clock")
    let follower = daemon.connect()
    let query = Control.Log(follows: true)
    var told = try daemon.call(query.varlinkCall, on: follower)
    daemon.journal.isGone = true
    _ = try daemon.control(Control.Home(app: "clock"))
    daemon.pass(.seconds(6))
    #expect(try daemon.statuses().map(\.state) == [.suspended])
    #expect(try daemon.wire.takeReplies(on: follower).isEmpty)
    daemon.journal.isGone = false
    // By itself: nothing new has to happen.
    daemon.pass(.seconds(5))
    told += try daemon.wire.takeReplies(on: follower)
    _ = try daemon.control(Control.Launch(app: "clock"))
    told += try daemon.wire.takeReplies(on: follower)
    let rows = try told.flatMap { try query.reply(from: $0).decisions }
    let ledger = try daemon.control(Control.Log()).decisions
    #expect(rows == ledger)
    #expect(rows.contains { $0.decision.action == .freeze })
  }

  @Test("with a message over the limit is told so and cut off; the others go on")
  func hugeMessage() throws {
    let daemon = try TestDaemon()
    let offender = daemon.connect()
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
    for _ in 0..<5 where !daemon.wire.closed.contains(offender) {
      daemon.driver.post(.received(offender, piece, descriptors: []))
      daemon.driver.turn()
    }
    #expect(daemon.wire.closed == [offender])
    let replies = try daemon.wire.takeReplies(on: offender)
    #expect(replies.map(\.error) == ["io.torpor.Connection.LimitExceeded"])
    _ = try daemon.control(Control.Status())
  }

  @Test("that is closed leaves nothing behind that would answer it")
  func closed() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("clock")
    let waiting = daemon.connect()
    try daemon.call(Control.Wait(launch: launch).varlinkCall, on: waiting)
    daemon.driver.post(.closed(waiting))
    daemon.driver.turn()
    daemon.kernel.end(launch, .exited(status: 0))
    daemon.driver.turn()
    #expect(try daemon.wire.takeReplies(on: waiting) == [])
  }
}

@Suite("The name of a command without one")
struct RunIdentifierTests {
  @Test(
    "is its file's, made fit",
    arguments: [
      ("/usr/bin/firefox", "run.firefox"), ("/opt/My App!", "run.My-App-"), ("/", "run.-"),
    ]
  )
  func names(path: String, identifier: String) {
    #expect(RunIdentifier.make(for: path) { _ in true }.text == identifier)
  }
}
