import Testing
import TorporModel

@testable import TorporCore

/// Sequences that once went wrong, found by reading.
@Suite("Background work")
struct ReviewedWorkTests {
  private func device(
    _ kind: TaskRequest.Kind,
    earliest: Duration? = nil,
    onPower: Bool = true
  ) -> TestDevice {
    var device = TestDevice()
    device.tell(.power(PowerState(isOnExternalPower: onPower, batteryPercent: 90)))
    device.tell(.network(NetworkState(link: .wifi)))
    device.requests["didFinishLaunching"] = [.registerTask(identifier: "t", key: nil)]
    device.install("mail", modes: [.fetch, .processing], tasks: ["t"])
    device.open("mail")
    device.ask(
      "mail",
      .submitTask(TaskRequest(identifier: "t", kind: kind, earliestBegin: earliest))
    )
    return device
  }

  @Test("is not put off by news that come again and again while its moment is there")
  func news() {
    var device = device(.appRefresh, earliest: .minutes(15), onPower: false)
    device.user(.lock)
    for round in 0..<(24 * 20) {
      device.pass(.minutes(3))
      device.tell(
        .power(PowerState(isOnExternalPower: false, batteryPercent: round % 2 == 0 ? 80 : 81))
      )
      device.tell(.storage(freeBytes: 1_000_000_000 + Int64(round)))
    }
    #expect(device.times(of: "task:t", "mail").count == 1)
  }

  @Test(
    "that needs an unused device is told to end when somebody unlocks it, to the home screen too"
  )
  func homeScreen() {
    var device = device(.processing(.init(network: false, externalPower: true)))
    device.home()
    device.user(.lock)
    while device.times(of: "task:t", "mail").isEmpty { device.pass(.minutes(1)) }
    let token = device.token(of: "task:t", "mail")!
    device.ask("mail", .setExpirationHandler(callback: token, isSet: true))
    device.user(.unlock)
    #expect(device.callbacks("mail").last == "expiration:t")
  }

  @Test("goes on after the app in front has gone by itself")
  func frontGone() {
    for isKilled in [true, false] {
      var device = device(.processing(.init()))
      device.install("game")
      device.open("game")
      device.pass(.minutes(10))
      if isKilled {
        device.report("game", .exited(status: .signalled(signal: 9)))
      } else {
        device.user(.uninstall(app: device.app("game")))
      }
      device.pass(.hours(1))
      #expect(device.times(of: "task:t", "mail").count == 1)
    }
  }

  @Test("of one app takes no more slots than there are, though all may run at once")
  func slots() {
    var device = TestDevice()
    let names = ["a", "b", "c", "d", "e"]
    device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 90)))
    device.tell(.network(NetworkState(link: .wifi)))
    device.requests["didFinishLaunching"] = names.map { .registerTask(identifier: $0, key: nil) }
    device.install("mail", modes: [.processing], tasks: names)
    device.open("mail")
    for name in names {
      device.ask("mail", .submitTask(TaskRequest(identifier: name, kind: .processing(.init()))))
    }
    device.user(.lock)
    while device.pending("mail").count == 5 { device.pass(.seconds(10)) }
    #expect(device.pending("mail").count == 3)
    #expect(device.broken.isEmpty)
  }

  @Test("that continues waits its turn: the first to ask is the first to run, whichever app it is")
  func firstComeFirstServed() {
    var device = TestDevice()
    for name in ["late", "early", "full"] {
      let tasks = name == "full" ? ["x", "y", "z"] : [name]
      device.requests["didFinishLaunching"] = tasks.map { .registerTask(identifier: $0, key: nil) }
      device.install(name, tasks: tasks)
    }
    func submit(_ app: String, _ task: String) -> AppRequest {
      .submitTask(TaskRequest(identifier: task, kind: .continued(.init(title: "Work"))))
    }
    for (app, tasks) in [("full", ["x", "y", "z"]), ("early", ["early"]), ("late", ["late"])] {
      device.requests["didFinishLaunching"] = tasks.map { .registerTask(identifier: $0, key: nil) }
      device.open(app)
      for task in tasks { device.ask(app, submit(app, task)) }
    }
    let token = device.token(of: "task:x", "full")!
    device.ask("full", .complete(callback: token, result: .success))
    #expect(device.pending("early").isEmpty)
    #expect(device.pending("late") == ["late"])
  }

  @Test("that was told to end is not ended in the user's hands")
  func openedWhileExpiring() {
    var device = device(.appRefresh, earliest: .hours(9))
    device.user(.lock)
    device.user(.simulateLaunch(app: nil, task: "t"))
    let token = device.token(of: "task:t", "mail")!
    device.ask("mail", .setExpirationHandler(callback: token, isSet: true))
    device.pass(.seconds(27))
    device.open("mail")
    device.pass(.minutes(1))
    #expect(device.state("mail") == .active)
    device.home()
    device.pass(.seconds(7))
    #expect(device.lastExit("mail") == .code(.fetchOverrun))
  }

  @Test("of one identifier waits for its predecessor that still runs")
  func predecessor() {
    var device = device(.continued(.init(title: "Work")))
    device.ask(
      "mail",
      .submitTask(TaskRequest(identifier: "t", kind: .continued(.init(title: "Again"))))
    )
    #expect(device.times(of: "task:t", "mail").count == 1)
    #expect(device.pending("mail") == ["t"])
    let token = device.token(of: "task:t", "mail")!
    device.ask("mail", .complete(callback: token, result: .success))
    #expect(device.times(of: "task:t", "mail").count == 2)
  }

  @Test("that was refused says why it never ran")
  func refused() {
    var device = TestDevice()
    device.install("mail", tasks: ["t"])
    device.open("mail")
    device.ask("mail", .submitTask(TaskRequest(identifier: "t", kind: .appRefresh)))
    #expect(device.blockers(of: "t", "mail") == [.notPermitted])
  }

  @Test("that falls due while no daemon lives runs once, governed, when one does")
  func dueWithoutDaemon() {
    var device = device(.appRefresh, earliest: .hours(1))
    device.report("mail", .exited(status: .signalled(signal: 9)))
    device.user(.lock)
    device.tell(.daemonRestarted(survivors: []))
    var late = device
    late.skip(.hours(30))
    late.tell(.daemonRestarted(survivors: []))
    late.pass(.minutes(20))
    #expect(late.times(of: "task:t", "mail").count == 1)
    #expect(late.decisions("mail").contains { $0.action == .end(.unseen) } == false)
    #expect(late.broken.isEmpty)
  }

  @Test(
    "of an app that never has news runs half as often after a week, of one that fails a quarter"
  )
  func feedback() {
    func runs(_ result: CompletionResult) -> Int {
      var device = TestDevice(.ios7)
      device.tell(.power(PowerState(isOnExternalPower: true, batteryPercent: 90)))
      device.tell(.network(NetworkState(link: .wifi)))
      device.tell(.wallClock(unixNanoseconds: 1_772_438_400_000_000_000))
      device.install("news", modes: [.fetch])
      let opens = (1...14).flatMap { day in [8, 13, 21].map { Duration.hours(24 * day - $0 + 8) } }
      device.tell(
        .usageHistory(app: device.app("news"), openedAgo: opens.sorted { $0 > $1 })
      )
      device.open("news")
      device.ask("news", .setFetchInterval(.minimum))
      var last = 0
      for day in 0..<14 {
        device.user(.lock)
        for _ in 0..<(24 * 12) {
          device.pass(.minutes(5))
          let fetches = device.times(of: "performFetch", "news").count
          if fetches > last {
            last = fetches
            let token = device.token(of: "performFetch", "news")!
            device.ask("news", .complete(callback: token, result: result))
          }
        }
        // Opened once a day, so that it is not forgotten.
        if day < 13 { device.open("news") }
      }
      let end = device.now
      return device.times(of: "performFetch", "news").count { $0 > end - .days(3) }
    }
    let useful = runs(.newData)
    #expect(runs(.noData) * 3 <= useful * 2)
    #expect(runs(.failed) * 2 <= useful)
  }
}
