import Logging
import Testing
import TorporCore
import TorporModel
import TorporSimulator
import TorporWire

@testable import TorporDaemon

@Suite("A descriptor that an app hands over")
struct HandOverTests {
  private static let app = AppIdentifier("run.chat")!

  private static func call(_ name: String = "pipe") -> VarlinkCall {
    App.WatchDescriptor(name: name, purpose: .other).varlinkCall
  }

  private static let unwatch = App.UnwatchDescriptor(name: "pipe").varlinkCall

  @Test("is kept once the policy has accepted it, as one of its app and of its user")
  func accepted() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("chat")
    let replies = try daemon.call(
      Self.call(),
      on: daemon.connect(as: launch),
      descriptors: [40]
    )
    #expect(replies.map(\.error) == [nil])
    #expect(
      daemon.descriptors.kept == [
        HandedDescriptor(
          name: DescriptorName(app: Self.app, name: "pipe"),
          userID: 500,
          descriptor: 40
        )
      ]
    )
    #expect(daemon.kernel.discarded == [])
  }

  @Test("goes back beside the reply to a process that begins anew, once")
  func takenBack() throws {
    let daemon = try TestDaemon()
    // An app that is installed: one of `torpor run` ends with its process.
    _ = try daemon.control(
      Control.Install(
        manifest: AppManifest(identifier: Self.app),
        executable: "/bin/chat",
        arguments: ["chat"],
        workingDirectory: "/"
      ),
      user: 500
    )
    let first = try daemon.control(Control.Launch(app: Self.app.text), user: 500).launch
    try daemon.call(Self.call(), on: daemon.connect(as: first), descriptors: [40])
    daemon.kernel.kill(first)
    daemon.driver.turn()
    #expect(daemon.descriptors.kept.map(\.descriptor) == [40])
    let connection = daemon.connect(
      as: try daemon.control(Control.Launch(app: Self.app.text), user: 500).launch
    )
    #expect(try daemon.call(Self.unwatch, on: connection).map(\.error) == [nil])
    #expect(daemon.wire.beside == [40])
    // The peer has a duplicate.
    #expect(daemon.kernel.discarded == [40])
    let replies = try daemon.call(Self.unwatch, on: connection)
    #expect(throws: WireError.refused(.service(.descriptor(.unknown(name: "pipe"))))) {
      try replies[0].result()
    }
    #expect(daemon.wire.beside == [40])
  }

  @Test("goes back to no other app")
  func takenBackByAnother() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("chat")
    try daemon.call(Self.call(), on: daemon.connect(as: launch), descriptors: [40])
    let replies = try daemon.call(
      Self.unwatch,
      on: daemon.connect(as: try daemon.run("thief"))
    )
    #expect(throws: WireError.refused(.service(.descriptor(.unknown(name: "pipe"))))) {
      try replies[0].result()
    }
    #expect(daemon.wire.beside == [])
    #expect(daemon.descriptors.kept.map(\.descriptor) == [40])
  }

  @Test("that the host has lost is refused, as one that was never handed over")
  func takenBackLost() throws {
    let daemon = try TestDaemon()
    let connection = daemon.connect(as: try daemon.run("chat"))
    try daemon.call(Self.call(), on: connection, descriptors: [40])
    _ = daemon.descriptors.take(DescriptorName(app: Self.app, name: "pipe"))
    let replies = try daemon.call(Self.unwatch, on: connection)
    #expect(throws: WireError.refused(.service(.descriptor(.unknown(name: "pipe"))))) {
      try replies[0].result()
    }
  }

  @Test("is closed where it cannot be kept, and the app is told why")
  func refused() throws {
    let daemon = try TestDaemon()
    let connection = daemon.connect(as: try daemon.run("chat"))
    for objection in [DescriptorRefusal.notPollable(name: "pipe"), .tooMany(limit: 512)] {
      daemon.descriptors.objection = objection
      let replies = try daemon.call(Self.call(), on: connection, descriptors: [41])
      #expect(throws: WireError.refused(.service(.descriptor(objection)))) {
        try replies[0].result()
      }
    }
    #expect(daemon.kernel.discarded == [41, 41])
    #expect(daemon.descriptors.kept == [])
  }

  @Test("must come beside the call")
  func missing() throws {
    let daemon = try TestDaemon()
    let replies = try daemon.call(Self.call(), on: daemon.connect(as: try daemon.run("chat")))
    #expect(throws: WireError.refused(.service(.descriptor(.notPollable(name: "pipe"))))) {
      try replies[0].result()
    }
  }

  @Test("is closed where the caller is no app, or its process has ended")
  func stranger() throws {
    let daemon = try TestDaemon()
    let replies = try daemon.call(Self.call(), on: daemon.connect(), descriptors: [42])
    #expect(throws: WireError.permissionDenied) { try replies[0].result() }
    let launch = try daemon.run("chat")
    let connection = daemon.connect(as: launch)
    daemon.kernel.kill(launch)
    daemon.driver.turn()
    try daemon.call(Self.call(), on: connection, descriptors: [43])
    #expect(daemon.kernel.discarded == [42, 43])
    #expect(daemon.descriptors.kept == [])
  }

  @Test("is looked for again when the daemon is restarted, and what is lost is told to the policy")
  func restart() throws {
    let daemon = try TestDaemon()
    let launch = try daemon.run("chat")
    try daemon.call(Self.call(), on: daemon.connect(as: launch), descriptors: [40])
    daemon.descriptors.lost = [DescriptorName(app: Self.app, name: "pipe")]
    let before = daemon.driver.journalSequence
    daemon.driver.takeOver(machineWasRestarted: false)
    #expect(
      daemon.descriptors.recoveries == [[DescriptorName(app: Self.app, name: "pipe")]]
    )
    // The restart, and the loss.
    #expect(daemon.driver.journalSequence == before + 2)
    daemon.descriptors.lost = []
    daemon.driver.takeOver(machineWasRestarted: true)
    #expect(daemon.descriptors.recoveries.last == [])
  }
}

@Suite("What an app asks of places, notifications and pushes")
struct DurableModeTests {
  @Test(
    "is refused while it cannot be saved, where it must outlive the machine",
    arguments: [
      App.StartMonitoringSignificantChanges(), App.SetBadge(count: 3),
      App.UnregisterForPush(kind: .remote),
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

@Suite("The effects of modes")
struct ServiceRouterTests {
  private static let app = AppIdentifier("com.example.chat")!
  private let descriptors = PlayedDescriptors()

  private let desktop = PlayedDesktop()

  private func router() -> ServiceRouter {
    ServiceRouter(descriptors: descriptors, desktops: desktop)
  }

  @Test("about descriptors go to their table, in order")
  func table() {
    let router = router()
    router.perform(.watchDescriptor(app: Self.app, name: "a"))
    router.perform(.pauseDescriptor(app: Self.app, name: "b"))
    router.perform(.dropDescriptor(app: Self.app, name: "c"))
    #expect(descriptors.orders == [.watch("a"), .rest("b"), .drop("c")])
  }

  @Test("about the rest go to the desktops")
  func rest() {
    let effects: [ServiceEffect] = [
      .locate(nil), .badge(app: Self.app, count: 2),
      .withdraw(NotificationKey(app: Self.app, identifier: "tea")),
    ]
    for effect in effects { router().perform(effect) }
    #expect(desktop.effects == effects)
    #expect(descriptors.orders == [])
  }
}
