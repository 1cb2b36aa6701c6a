import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("Users of one daemon")
struct IsolationTests {
  private func install(_ name: String) -> Control.Install {
    Control.Install(
      manifest: AppManifest(identifier: AppIdentifier(name)!),
      executable: "/bin/sh",
      arguments: ["sh"],
      workingDirectory: "/"
    )
  }

  private func run(_ name: String) -> Control.Run {
    Control.Run(
      identifier: AppIdentifier(name),
      executable: "/bin/sh",
      arguments: ["sh"],
      environment: [],
      workingDirectory: "/"
    )
  }

  @Test("cannot open each other's apps by running a command under their identifier")
  func borrowedIdentifier() throws {
    let daemon = try TestDaemon()
    _ = try daemon.control(install("org.root.shell"), user: 0)
    let replies = try daemon.call(
      run("org.root.shell").varlinkCall,
      on: daemon.connect(user: 501),
      descriptors: [40, 41, 42]
    )
    #expect(replies.map(\.error) == ["io.torpor.Control.AlreadyInstalled"])
    #expect(daemon.kernel.alive.isEmpty)
    #expect(daemon.kernel.discarded == [40, 41, 42])
  }

  @Test("keep their data apart, whatever an app is called")
  func containers() throws {
    let daemon = try TestDaemon()
    _ = try daemon.control(install("org.mail"), user: 501)
    _ = try daemon.control(install("org.mail.new"), user: 502)
    let folders = ["org.mail", "org.mail.new"].map {
      daemon.driver.recipe(of: AppIdentifier($0)!)?.container
    }
    #expect(
      folders == ["/state/containers/501/org.mail", "/state/containers/502/org.mail.new"]
    )
  }

  @Test("do not read each other's decisions, neither a page nor as they come")
  func ledger() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("mine", user: 501)
    let follower = daemon.connect(user: 501)
    let query = Control.Log(follows: true)
    let page = try daemon.call(query.varlinkCall, on: follower)
    _ = try daemon.run("yours", user: 502)
    let news = page + (try daemon.wire.takeReplies(on: follower))
    for reply in news {
      let decisions = try query.reply(from: reply).decisions
      let apps = decisions.map(\.decision.app?.text)
      #expect(apps == apps.map { _ in "run.mine" })
    }
  }

  @Test("all read that the machine slept, in what happened to an app too")
  func sleep() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("mine", user: 501)
    daemon.pass(.minutes(1))
    let now = daemon.clock.now()
    daemon.driver.post(.input(.device(event: .slept(from: now + .seconds(-50), until: now))))
    daemon.driver.turn()
    func actions(_ app: String?, user: UInt32) throws -> [Decision.Action] {
      try daemon.control(Control.Log(app: app), user: user).decisions.map(\.decision.action)
    }
    #expect(try actions("run.mine", user: 501).last == .sleep(.seconds(50)))
    #expect(try actions("run.mine", user: 501).filter { $0 == .sleep(.seconds(50)) }.count == 1)
    #expect(try actions(nil, user: 502) == [.sleep(.seconds(50))])
    let why = try daemon.control(Control.Why(app: "run.mine"), user: 501).decisions
    #expect(why.map(\.decision.action).last == .sleep(.seconds(50)))
  }

  @Test("still read how their command ended, and nobody else does")
  func ends() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("mine", user: 501)
    daemon.kernel.end(launch, .exited(status: 0))
    daemon.driver.turn()
    _ = try daemon.control(Control.Wait(launch: launch), user: 501)
    #expect(throws: WireError.unknownLaunch(launch)) {
      try daemon.control(Control.Wait(launch: launch), user: 502)
    }
  }

  @Test("get names of their own when they run the same command at the same time")
  func sameTurn() throws {
    let daemon = try TestDaemon()
    let method = Control.Run(
      executable: "/bin/clock",
      arguments: ["clock"],
      environment: [],
      workingDirectory: "/"
    )
    let connections = [daemon.connect(user: 501), daemon.connect(user: 502)]
    for connection in connections {
      daemon.driver.post(.received(connection, method.varlinkCall.bytes, descriptors: []))
    }
    daemon.driver.turn()
    for connection in connections {
      #expect(try daemon.wire.takeReplies(on: connection).map(\.error) == [nil])
    }
    #expect(try daemon.statuses(user: 0).map(\.app.text) == ["run.clock", "run.clock-2"])
  }

  @Test("may not unlock the screen by opening an app")
  func lockedScreen() throws {
    let daemon = try TestDaemon()
    _ = try daemon.control(install("org.mail"), user: 501)
    _ = try daemon.control(Control.Lock())
    #expect(throws: WireError.permissionDenied) {
      try daemon.control(Control.Launch(app: "org.mail"), user: 501)
    }
    #expect(daemon.driver.device.screen.isLocked)
  }

  @Test("cannot fill the daemon with long names or recipes")
  func longTexts() throws {
    let daemon = try TestDaemon()
    let name = String(repeating: "x", count: 257)
    let method = Control.Install(
      manifest: AppManifest(identifier: AppIdentifier("a.b")!, name: name),
      executable: "/bin/sh",
      arguments: ["sh"],
      workingDirectory: "/"
    )
    #expect(throws: WireError.refused(.textTooLong(bytes: 257, bytesMax: 256))) {
      try daemon.control(method, user: 501)
    }
    let large = Control.Install(
      manifest: AppManifest(identifier: AppIdentifier("a.b")!),
      executable: "/bin/sh",
      arguments: [String(repeating: "x", count: 140_000)],
      workingDirectory: "/"
    )
    #expect(throws: WireError.self) { try daemon.control(large, user: 501) }
  }
}

@Suite("A peer that breaks off")
struct BrokenPeerTests {
  @Test("in the middle of a message leaves no descriptor behind")
  func halfMessage() throws {
    let daemon = try TestDaemon()
    let connection = daemon.connect()
    daemon.driver.post(.received(connection, Array("{\"method\"".utf8), descriptors: [50, 51]))
    daemon.driver.turn()
    daemon.driver.post(.closed(connection))
    daemon.driver.turn()
    #expect(daemon.kernel.discarded == [50, 51])
  }

  @Test("gets an answer to a change of nothing")
  func emptyChange() throws {
    let daemon = try TestDaemon()
    try daemon.control(Control.ChangeSetting())
  }

  @Test("with many queries has one answered a turn, and all in the end")
  func manyQueries() throws {
    let daemon = try TestDaemon()
    let connection = daemon.connect()
    let bytes = (0..<20).flatMap { _ in Control.Status().varlinkCall.bytes }
    daemon.driver.post(.received(connection, bytes, descriptors: []))
    daemon.driver.turn()
    #expect(try daemon.wire.takeReplies(on: connection).count == 1)
    daemon.pass(.milliseconds(1))
    #expect(try daemon.wire.takeReplies(on: connection).count == 19)
  }
}

@Suite("While the journal cannot be written")
struct OutageTests {
  @Test("an app can be opened, left and quit")
  func userActions() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("files")
    _ = try daemon.control(Control.Home(app: "files"))
    daemon.pass(.seconds(6))
    #expect(daemon.kernel.frozen == [launch])
    let next = daemon.journal.commitCount + 1
    daemon.journal.failingCommits = Set(next...next + 50)
    _ = try daemon.control(Control.Launch(app: "files"))
    #expect(daemon.kernel.frozen.isEmpty)
  }

  @Test("the end of a process is told to who waits for it")
  func ends() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("files")
    let waiting = daemon.connect()
    try daemon.call(Control.Wait(launch: launch).varlinkCall, on: waiting)
    let next = daemon.journal.commitCount + 1
    daemon.journal.failingCommits = Set(next...next + 50)
    daemon.kernel.end(launch, .exited(status: 0))
    daemon.driver.turn()
    #expect(try daemon.wire.takeReplies(on: waiting).count == 1)
  }

  @Test("whoever asks what the machine lacks is told that nothing new can be taken, and why")
  func doctor() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("files")
    func troubles() throws -> [Capability] {
      try daemon.control(Control.GetCapabilities()).capabilities.filter { $0.name == "journal" }
    }
    #expect(try troubles() == [])
    let next = daemon.journal.commitCount + 1
    daemon.journal.failingCommits = Set(next...next + 50)
    _ = try daemon.control(Control.Home(app: "files"))
    let told = try troubles()
    #expect(told.map(\.isAvailable) == [false])
    #expect(
      told.first?.text.hasSuffix(
        " cannot be written (the simulated disk is full), so new jobs, transfers and requests of "
          + "apps are refused; within a minute of space being freed on its disk, they are accepted again"
      ) == true
    )
  }

  @Test("a peer that keeps asking does not keep it from healing")
  func polling() throws {
    let daemon = try TestDaemon()
    _ = try daemon.run("files")
    daemon.journal.failingCommits = [daemon.journal.commitCount + 1]
    _ = try daemon.control(Control.Home(app: "files"))
    #expect(daemon.driver.journalOutage != nil)
    for _ in 0..<5 {
      daemon.pass(.milliseconds(300))
      _ = try daemon.control(Control.Launch(app: "files"))
    }
    #expect(daemon.driver.journalOutage == nil)
  }
}
