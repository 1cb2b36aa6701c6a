import Glibc
import Synchronization
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import Torpor

private func token(_ number: UInt64) -> CallbackToken { CallbackToken(rawValue: number) }

private func isReturn(_ number: UInt64) -> (AppRequest) -> Bool {
  { $0 == .returned(callback: token(number)) }
}

/// Ends the run at `willTerminate`, with which every script below closes.
@MainActor
private func stopping(
  _ action: @escaping (String, Application) async throws -> Void = { _, _ in }
) -> RecordingDelegate {
  RecordingDelegate { call, application in
    try await action(call, application)
    if call == "willTerminate" { application.stop() }
  }
}

@MainActor
@Suite("An application", .timeLimit(.minutes(1)))
struct ApplicationTests {
  @Test("is told what happens in order, and returns from each callback when its code has run")
  func lifecycle() async throws {
    let callbacks: [Callback] = [
      .didFinishLaunching(into: .foreground), .didBecomeActive, .willResignActive,
      .didEnterBackground, .protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable,
      .didReceiveMemoryWarning, .willEnterForeground,
    ]
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      for (index, callback) in callbacks.enumerated() {
        try connection.deliver(UInt64(index + 1), callback)
      }
      if let call = try connection.serve(until: isReturn(8)) { try connection.answer(call, .done) }
      try connection.deliver(9, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let delegate = stopping()
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(delegate.calls == callbacks.map(\.name) + ["willTerminate"])
    #expect(
      delegate.states == [
        .inactive, .active, .inactive, .background, .background, .background, .background,
        .inactive, .inactive,
      ]
    )
    #expect(
      system.requests.prefix(9) == [.attach] + (1...8).map { .returned(callback: token($0)) }
    )
    #expect(system.faults.isEmpty)
  }

  @Test("knows how long it was frozen before it is told what has woken it")
  func lastSuspension() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .didEnterBackground)
      try connection.deliver(2, .willEnterForeground, suspendedFor: .seconds(90))
      try connection.deliver(3, .didBecomeActive)
      try connection.deliver(4, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    var known: [Duration?] = []
    let delegate = stopping { _, application in known.append(application.lastSuspension) }
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(known == [nil, .seconds(90), .seconds(90), .seconds(90)])
  }

  @Test("has time to save before it is ended for its memory, and is told at its next launch")
  func savesBeforeTermination() async throws {
    for save in [nil, TerminationSave.finished, .unfinished] {
      let system = try FakeSystem { connection, _ in
        try connection.acceptAttach()
        try connection.deliver(1, .didFinishLaunching(into: .foreground), terminationSave: save)
        try connection.deliver(2, .willTerminateForMemory)
        if let call = try connection.serve(until: isReturn(2)) {
          try connection.answer(call, .done)
        }
        try connection.deliver(3, .willTerminate)
        try connection.serve()
      }
      defer { system.stop() }
      let delegate = stopping()
      try await Application(connectingTo: system.endpoint).run(delegate)
      #expect(delegate.terminationSave == save)
      #expect(
        delegate.calls == ["didFinishLaunching", "willTerminateForMemory", "willTerminate"]
      )
      #expect(system.faults.isEmpty)
    }
  }

  @Test("begins a task before the callback that begins it has returned")
  func beginBeforeReturn() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .didFinishLaunching(into: .background(.appRefresh)))
      if let call = try connection.serve(until: isReturn(1)) { try connection.answer(call, .done) }
      try connection.deliver(2, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let delegate = stopping { call, application in
      guard call == "didFinishLaunching in background" else { return }
      let task = try await application.beginBackgroundTask(withName: "save")
      try await application.endBackgroundTask(task)
    }
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(delegate.failure == nil)
    #expect(delegate.states.first == .background)
    #expect(
      system.calls.prefix(4).map(\.name)
        == ["Attach", "BeginBackgroundTask", "EndBackgroundTask", "Returned"]
    )
  }

  @Test("calls the expiration handler of the task whose time is nearly over, once")
  func expiration() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      let isBegin: (AppRequest) -> Bool = {
        if case .beginBackgroundTask("second", true, _) = $0 { true } else { false }
      }
      guard let call = try connection.serve(until: isBegin) else { return }
      // The event follows the answer at once, as it may.
      let task = BackgroundTaskIdentifier(rawValue: 77)
      try connection.answer(call, .task(task))
      try connection.deliver(1, .backgroundTaskExpiration(task: task, name: "second"))
      if let call = try connection.serve(until: isReturn(1)) { try connection.answer(call, .done) }
      try connection.deliver(2, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let expired = Mutex<[String]>([])
    _ = try await application.beginBackgroundTask(withName: "first") {
      expired.withLock { $0.append("first") }
    }
    let second = try await application.beginBackgroundTask(withName: "second") { task in
      expired.withLock { $0.append("second \(task)") }
    }
    #expect(second == BackgroundTaskIdentifier(rawValue: 77))
    try await application.run(stopping())
    #expect(expired.withLock { $0 } == ["second 77"])
  }

  @Test("completes a push with the delegate's result, after it has returned from the callback")
  func push() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .didReceiveRemoteNotification(payload: "{}"))
      let isComplete: (AppRequest) -> Bool = {
        $0 == .complete(callback: token(1), result: .newData)
      }
      guard let call = try connection.serve(until: isComplete) else { return }
      try connection.answer(call, .done)
      try connection.deliver(2, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let delegate = stopping()
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(delegate.calls == ["push {}", "willTerminate"])
    #expect(system.requests[1] == .returned(callback: token(1)))
  }

  @Test("runs an expiring activity on a thread of its own, and again when it must stop")
  func expiringActivity() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      let isPerform: (AppRequest) -> Bool = {
        if case .performExpiringActivity = $0 { true } else { false }
      }
      guard let call = try connection.serve(until: isPerform) else { return }
      let task = BackgroundTaskIdentifier(rawValue: 5)
      try connection.answer(call, .task(task))
      try connection.deliver(1, .expiringActivity(task: task, reason: "index", expired: false))
      try connection.deliver(2, .expiringActivity(task: task, reason: "index", expired: true))
      // The second call returns first: the first waits for it.
      guard let second = try connection.serve(until: isReturn(2)) else { return }
      try connection.answer(second, .done)
      guard let first = try connection.serve(until: isReturn(1)) else { return }
      try connection.answer(first, .done)
      try connection.deliver(3, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let stop = try DescriptorPair.pipe().take()
    defer { Descriptor.close([stop.first, stop.second]) }
    try await application.performExpiringActivity(withReason: "index") { expired in
      var byte: UInt8 = 1
      if expired {
        // The system sees the return from this call before the other goes on.
        usleep(20_000)
        _ = write(stop.second, &byte, 1)
      } else {
        _ = read(stop.first, &byte, 1)
        usleep(20_000)
      }
    }
    try await application.run(stopping())
    #expect(system.faults.isEmpty)
  }

  @Test("knows its time and whether it runs off screen, and asks only with what the system takes")
  func timeRemaining() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      let isBegin: (AppRequest) -> Bool = {
        if case .beginBackgroundTask = $0 { true } else { false }
      }
      if let call = try connection.serve(until: isBegin) {
        try connection.answer(call, .refused(.textTooLong(bytes: 300, bytesMax: 255)))
      }
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    #expect(try await application.backgroundTimeRemaining == .seconds(25))
    #expect(try await application.isMultitaskingSupported == false)
    do {
      _ = try await application.beginBackgroundTask(withName: "long")
      Issue.record("a refusal was expected")
    } catch {
      #expect(error.code == .textTooLong)
      #expect(error.subject == "long")
      #expect(
        error.description
          == "A name or reason is 300 bytes long; 255 are allowed. Use a shorter one."
      )
    }
  }

  @Test(
    "has time for code that cannot suspend, which may be the main thread's, before its callback has returned"
  )
  func blockingForms() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .didEnterBackground)
      if let call = try connection.serve(until: isReturn(1)) { try connection.answer(call, .done) }
      try connection.deliver(2, .backgroundTaskExpiration(task: .init(rawValue: 1), name: nil))
      if let call = try connection.serve(until: isReturn(2)) { try connection.answer(call, .done) }
      try connection.deliver(3, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    var expirations = 0
    var remaining: Duration?
    func ask(_ application: Application) throws {
      _ = try application.beginBackgroundTask(withName: "kept") { expirations += 1 }
      application.endBackgroundTask(try application.beginBackgroundTask())
      application.endBackgroundTask(.invalid)
      remaining = try application.currentBackgroundTimeRemaining()
    }
    let delegate = stopping { call, application in
      if call == "didEnterBackground" { try ask(application) }
    }
    try await Application(connectingTo: system.endpoint).run(delegate)
    #expect(delegate.failure == nil)
    #expect(remaining == .seconds(25))
    #expect(expirations == 1)
    let ended = system.requests.firstIndex(
      of: .endBackgroundTask(task: BackgroundTaskIdentifier(rawValue: 2))
    )
    let returned = system.requests.firstIndex(of: .returned(callback: token(1)))
    #expect(try #require(ended) < #require(returned))
  }

  @Test("lets an expiration handler go whose objects end a task of their own in their deinit")
  func handlerThatHoldsATask() async throws {
    final class Assertion: Sendable {
      private let application: Application
      private let task: BackgroundTaskIdentifier
      init(_ application: Application) throws {
        self.application = application
        task = try application.beginBackgroundTask()
      }
      deinit { application.endBackgroundTask(task) }
    }
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    func hold() throws -> BackgroundTaskIdentifier {
      let assertion = try Assertion(application)
      return try application.beginBackgroundTask(withName: "holder") {
        withExtendedLifetime(assertion) {}
      }
    }
    func endAtOnce() throws { application.endBackgroundTask(try hold()) }
    try endAtOnce()
    try await application.endBackgroundTask(hold())
    // What is asked last is answered after all that was told.
    _ = try await application.backgroundTimeRemaining
    let ended = system.requests.compactMap {
      if case .endBackgroundTask(let task) = $0 { task.rawValue } else { nil }
    }
    #expect(ended.sorted() == [1, 2, 3, 4])
  }

  @Test("lets a handler go on the thread of its call, so that what it holds may ask the system")
  func handlerThatHoldsAQuestion() async throws {
    final class Question: Sendable {
      private let application: Application
      init(_ application: Application) { self.application = application }
      deinit { _ = try? application.currentBackgroundTimeRemaining() }
    }
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    func beginAndEnd() throws {
      for _ in 0..<100 {
        let question = Question(application)
        let task = try application.beginBackgroundTask { withExtendedLifetime(question) {} }
        application.endBackgroundTask(task)
      }
    }
    try beginAndEnd()
    #expect(system.requests.filter { $0 == .backgroundTimeRemaining }.count == 100)
  }

  // No exit test: that waits for ever beside children of other tests that nobody has waited for (swift-testing's
  // monitor asks for any child, and is given the first of them each time).
  @Test("knows the thread that reads the answers, on which a call that waits would wait for itself")
  func waitsForItself() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let connection = application.connection
    #expect(!connection.isOwnThread)
    let isOwn = await withCheckedContinuation { continuation in
      connection.ask(OutgoingCall(App.BackgroundTimeRemaining())) { _ in
        continuation.resume(returning: connection.isOwnThread)
      }
    }
    #expect(isOwn)
    #expect(
      AppConnection.waitsForItself
        == "A call that waits was made on the thread that reads the answers, where it would wait for ever. "
        + "Make it on another thread."
    )
  }

  @Test("ends a task whatever comes of the work in it")
  func withBackgroundTask() async throws {
    struct Trouble: Error {}
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let value = try await application.withBackgroundTask(withName: "a") { 42 }
    #expect(value == 42)
    await #expect(throws: Trouble.self) {
      try await application.withBackgroundTask(withName: "b") { throw Trouble() }
    }
    let ended = system.requests.compactMap {
      if case .endBackgroundTask(let task) = $0 { task.rawValue } else { nil }
    }
    #expect(ended == [1, 2])
  }

  @Test("cancels the work in a task when the time is nearly over")
  func cancelsAtExpiration() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      let isBegin: (AppRequest) -> Bool = {
        if case .beginBackgroundTask = $0 { true } else { false }
      }
      guard let call = try connection.serve(until: isBegin) else { return }
      let task = BackgroundTaskIdentifier(rawValue: 1)
      try connection.answer(call, .task(task))
      try connection.deliver(1, .backgroundTaskExpiration(task: task, name: nil))
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let delegate = RecordingDelegate()
    let run = Task { try await application.run(delegate) }
    await #expect(throws: CancellationError.self) {
      try await application.withBackgroundTask(withName: "long") {
        // Longer than any test may take: only the cancellation ends it.
        try await Task.sleep(for: .seconds(600))
      }
    }
    application.stop()
    try await run.value
    #expect(
      system.requests.contains(.endBackgroundTask(task: BackgroundTaskIdentifier(rawValue: 1)))
    )
  }

  @Test("may hold 1000 tasks at once without breaking a limit of the connection")
  func thousandTasks() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let tasks = try await withThrowingTaskGroup(of: BackgroundTaskIdentifier.self) { group in
      for _ in 0..<1000 {
        group.addTask { try await application.beginBackgroundTask(withName: "one of many") }
      }
      var tasks: Set<BackgroundTaskIdentifier> = []
      for try await task in group { tasks.insert(task) }
      return tasks
    }
    #expect(tasks.count == 1000)
    for task in tasks { try await application.endBackgroundTask(task) }
    #expect(system.faults.isEmpty)
    #expect(system.connectionCount == 1)
  }

  @Test("uses the socket that it inherited")
  func inherited() async throws {
    let system = try FakeSystem { connection, _ in try connection.serve() }
    defer { system.stop() }
    let pair = try DescriptorPair.sockets().take()
    system.adopt(pair.second) { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .willTerminate)
      try connection.serve()
    }
    let endpoint = Endpoint(path: system.endpoint.path, inherited: pair.first)
    let delegate = stopping()
    try await Application(connectingTo: endpoint).run(delegate)
    #expect(delegate.calls == ["willTerminate"])
    #expect(system.connectionCount == 0)
  }
}
