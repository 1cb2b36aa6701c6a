import Glibc
import Synchronization
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import Torpor

private func token(_ number: UInt64) -> CallbackToken { CallbackToken(rawValue: number) }

private let index = "com.example.index"

/// A system that launches `index` with the callback 1 when it is registered, does what the script says
/// after that, and then has the application stop.
private func system(
  launching types: [TaskType] = [.processing],
  _ script: @escaping @Sendable (FakeSystem.Connection) throws -> Void
) throws -> FakeSystem {
  try FakeSystem { connection, _ in
    try connection.acceptAttach()
    let isRegistration: (AppRequest) -> Bool = {
      if case .registerTask = $0 { true } else { false }
    }
    guard let call = try connection.serve(until: isRegistration) else { return }
    // The launches follow the answer at once, as they may.
    try connection.answer(call, .registered(true))
    for (number, type) in types.enumerated() {
      try connection.deliver(UInt64(number + 1), .launchTask(identifier: index, type: type))
    }
    try script(connection)
    try connection.deliver(99, .willTerminate)
    try connection.serve()
  }
}

extension FakeSystem.Connection {
  /// Answers everything until all of the requests have come, in whatever order.
  fileprivate func serve(through requests: AppRequest...) throws {
    var missing = Set(requests)
    while !missing.isEmpty, let call = try serve(until: { missing.contains($0) }) {
      if case .app(let appCall) = call.method { missing.remove(appCall.request) }
      try answer(call, .done)
    }
  }

  fileprivate func expire() throws {
    try deliver(50, .taskExpiration(task: token(1), identifier: index))
  }
}

private func completed(_ number: UInt64, _ result: CompletionResult) -> AppRequest {
  .complete(callback: token(number), result: result)
}

/// Registers the handler, and runs the application until it is about to be ended.
@MainActor
private func run(
  on system: FakeSystem,
  register: (TaskScheduler) async throws -> Void
) async throws {
  let application = try Application(connectingTo: system.endpoint)
  try await register(application.taskScheduler)
  try await application.run(
    RecordingDelegate { call, application in
      if call == "willTerminate" { application.stop() }
    }
  )
  #expect(system.faults.isEmpty)
}

@MainActor
@Suite("A scheduled task", .timeLimit(.minutes(1)))
struct ScheduledTaskTests {
  @Test("is handed to its handler, and completed once")
  func completion() async throws {
    let system = try system {
      try $0.serve(through: completed(1, .failure), .returned(callback: token(1)))
    }
    defer { system.stop() }
    let seen = Mutex<[String]>([])
    try await run(on: system) { scheduler in
      try await scheduler.register(forTaskWithIdentifier: index) { task in
        seen.withLock { $0.append("\(task.identifier) \(task.type)") }
        task.setTaskCompleted(success: false)
        task.setTaskCompleted(success: true)
      }
    }
    #expect(seen.withLock { $0 } == ["com.example.index processing"])
    let completions = system.requests.filter { if case .complete = $0 { true } else { false } }
    #expect(completions == [completed(1, .failure)])
  }

  @Test("that nobody handles has failed")
  func unhandled() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.deliver(1, .launchTask(identifier: index, type: .appRefresh))
      try connection.serve(through: completed(1, .failure))
      try connection.deliver(2, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    try await run(on: system) { _ in }
  }

  @Test("that blocks neither stops the app from hearing of other things, nor its own warning")
  func blocking() async throws {
    let system = try system { connection in
      try connection.deliver(2, .didReceiveMemoryWarning)
      // The app returns from the launch and from what follows while the handler blocks.
      try connection.serve(
        through: .setExpirationHandler(callback: token(1), isSet: true),
        .returned(callback: token(1)),
        .returned(callback: token(2))
      )
      try connection.expire()
      try connection.serve(through: completed(1, .success))
    }
    defer { system.stop() }
    let pipe = try DescriptorPair.pipe().take()
    defer { Descriptor.close([pipe.first, pipe.second]) }
    try await run(on: system) { scheduler in
      try await scheduler.register(forTaskWithIdentifier: index) { task in
        var byte: UInt8 = 1
        task.expirationHandler = {
          var byte: UInt8 = 1
          _ = write(pipe.second, &byte, 1)
        }
        _ = read(pipe.first, &byte, 1)
        task.setTaskCompleted(success: true)
      }
    }
  }

  @Test("does not begin before an earlier one of its identifier has returned from its handler")
  func serial() async throws {
    let system = try system(launching: [.processing, .processing]) { connection in
      try connection.serve(through: completed(2, .success))
    }
    defer { system.stop() }
    let log = Mutex<[String]>([])
    try await run(on: system) { scheduler in
      try await scheduler.register(forTaskWithIdentifier: index) { task in
        log.withLock { $0.append("begin") }
        usleep(10_000)
        log.withLock { $0.append("end") }
        task.setTaskCompleted(success: true)
      }
    }
    #expect(log.withLock { $0 } == ["begin", "end", "begin", "end"])
  }

  @Test("calls its expiration handler once, and has none afterwards")
  func expiration() async throws {
    let system = try system { connection in
      try connection.serve(through: .setExpirationHandler(callback: token(1), isSet: true))
      try connection.expire()
      try connection.serve(through: completed(1, .failure), .returned(callback: token(50)))
      // A second warning finds nobody and is returned from.
      try connection.deliver(51, .taskExpiration(task: token(1), identifier: index))
      try connection.serve(through: .returned(callback: token(51)))
    }
    defer { system.stop() }
    let seen = Mutex<[String]>([])
    try await run(on: system) { scheduler in
      try await scheduler.register(forTaskWithIdentifier: index) { task in
        task.expirationHandler = {
          task.expirationHandler = { seen.withLock { $0.append("set too late") } }
          seen.withLock { $0.append("expired, handler is nil: \(task.expirationHandler == nil)") }
          task.setTaskCompleted(success: false)
        }
      }
    }
    #expect(seen.withLock { $0 } == ["expired, handler is nil: true"])
  }

  @Test("tells the system only whether there is an expiration handler")
  func handlerChanges() async throws {
    let system = try system { connection in
      try connection.serve(through: completed(1, .success))
    }
    defer { system.stop() }
    try await run(on: system) { scheduler in
      try await scheduler.register(forTaskWithIdentifier: index) { task in
        task.expirationHandler = nil
        task.expirationHandler = {}
        task.expirationHandler = {}
        task.expirationHandler = nil
        task.setTaskCompleted(success: true)
        task.expirationHandler = {}
      }
    }
    let told = system.requests.compactMap {
      if case .setExpirationHandler(token(1), let isSet) = $0 { isSet } else { nil }
    }
    #expect(told == [true, false])
  }

  @Test("of an action is completed by its return, or by its error")
  func action() async throws {
    struct Trouble: Error {}
    let system = try system(launching: [.appRefresh, .processing]) { connection in
      try connection.serve(through: completed(1, .success), completed(2, .failure))
    }
    defer { system.stop() }
    try await run(on: system) { scheduler in
      try await scheduler.registerAction(forTaskWithIdentifier: index) { task in
        if task.type == .processing { throw Trouble() }
      }
    }
    #expect(system.requests.contains(completed(1, .success)))
    #expect(system.requests.contains(completed(2, .failure)))
  }

  @Test("of an action is cancelled when its time is nearly over, and was not successful then")
  func cancellation() async throws {
    let system = try system { connection in
      try connection.serve(through: .setExpirationHandler(callback: token(1), isSet: true))
      try connection.expire()
      try connection.serve(through: completed(1, .failure))
    }
    defer { system.stop() }
    try await run(on: system) { scheduler in
      try await scheduler.registerAction(forTaskWithIdentifier: index) { _ in
        // Longer than any test may take: only the cancellation ends it. That it does is no error.
        try? await Task.sleep(for: .seconds(600))
      }
    }
  }

  @Test("that is continued shows what was submitted, and reports how far it is")
  func progress() async throws {
    let system = try FakeSystem { connection, _ in
      try connection.acceptAttach()
      let isSubmission: (AppRequest) -> Bool = {
        if case .submitTask = $0 { true } else { false }
      }
      guard let call = try connection.serve(until: isSubmission) else { return }
      try connection.answer(call, .done)
      try connection.deliver(1, .launchTask(identifier: index, type: .continued))
      try connection.serve(through: completed(1, .success))
      try connection.deliver(2, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let shown = Mutex<[String]>([])
    try await run(on: system) { scheduler in
      try await scheduler.register(forTaskWithIdentifier: index) { task in
        shown.withLock { $0 += [task.title, task.subtitle] }
        for step in [0.25, 0.25001, 0.1, .nan, 7] { task.progress = step }
        task.updateTitle("Export", subtitle: "done")
        shown.withLock { $0 += [task.subtitle, "\(task.progress)"] }
        task.setTaskCompleted(success: true)
        task.progress = 0.5
      }
      let export = ContinuedProcessingTaskRequest(
        identifier: index,
        title: "Export",
        subtitle: "10 films"
      )
      try await scheduler.submit(export)
    }
    #expect(shown.withLock { $0 } == ["Export", "10 films", "done", "1.0"])
    let reports = system.requests.compactMap {
      if case .reportProgress(token(1), let permille, _, let subtitle) = $0 {
        "\(permille) \(subtitle ?? "")"
      } else {
        nil
      }
    }
    #expect(reports == ["250 ", "1000 ", "1000 done"])
  }

  @Test("that runs when the system dies is neither run again nor forgotten")
  func survivesTheSystem() async throws {
    let system = try FakeSystem { connection, number in
      try connection.acceptAttach()
      if number == 1 {
        let isRegistration: (AppRequest) -> Bool = {
          if case .registerTask = $0 { true } else { false }
        }
        guard let call = try connection.serve(until: isRegistration) else { return }
        try connection.answer(call, .registered(true))
        try connection.deliver(1, .launchTask(identifier: index, type: .processing))
        // It dies before it has noted that the app returned.
        try connection.serve(until: { $0 == .returned(callback: token(1)) })
        return
      }
      try connection.deliver(1, .launchTask(identifier: index, type: .processing))
      try connection.serve(through: completed(1, .success))
      try connection.deliver(9, .willTerminate)
      try connection.serve()
    }
    defer { system.stop() }
    let runs = Mutex(0)
    try await run(on: system) { scheduler in
      try await scheduler.registerAction(forTaskWithIdentifier: index) { _ in
        runs.withLock { $0 += 1 }
        while system.connectionCount < 2 { await Task.yield() }
      }
    }
    #expect(runs.withLock { $0 } == 1)
  }
}
