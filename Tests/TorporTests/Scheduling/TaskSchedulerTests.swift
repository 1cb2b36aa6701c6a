import Glibc
import Testing
import TorporModel
import TorporWire

@testable import Torpor

private let refresh = AppRefreshTaskRequest(identifier: "com.example.refresh")
private let sent = TorporModel.TaskRequest(identifier: "com.example.refresh", kind: .appRefresh)

/// Attaches, answers the first request for which `reply` has an answer with it, all others as a good
/// system does.
private func system(
  answering reply: @escaping @Sendable (AppRequest) -> Reply?
) throws -> FakeSystem {
  try FakeSystem { connection, _ in
    try connection.acceptAttach()
    while let call = try connection.serve(until: { reply($0) != nil }) {
      guard case .app(let appCall) = call.method, let answer = reply(appCall.request) else {
        return
      }
      try connection.answer(call, answer)
    }
  }
}

@MainActor
@Suite("The task scheduler of an application", .timeLimit(.minutes(1)))
struct TaskSchedulerTests {
  @Test("registers what is permitted, and says of the rest that it is not")
  func registration() async throws {
    let system = try system { request in
      guard case .registerTask("com.example.other", _, _) = request else { return nil }
      return .registered(false)
    }
    defer { system.stop() }
    let scheduler = try Application(connectingTo: system.endpoint).taskScheduler
    #expect(try await scheduler.register(forTaskWithIdentifier: "com.example.refresh") { _ in })
    #expect(
      try await scheduler.register(forTaskWithIdentifier: "com.example.other") { _ in } == false
    )
    #expect(
      try await scheduler.registerAction(forTaskWithIdentifier: "com.example.action") { _ in }
    )
    #expect(system.faults.isEmpty)
  }

  @Test("repeats a registration whose answer was lost with the same key")
  func repeatedRegistration() async throws {
    let system = try FakeSystem { connection, number in
      try connection.acceptAttach()
      // The first system dies with the request in hand.
      try connection.serve(until: { _ in number == 1 })
    }
    defer { system.stop() }
    let scheduler = try Application(connectingTo: system.endpoint).taskScheduler
    #expect(try await scheduler.register(forTaskWithIdentifier: "com.example.refresh") { _ in })
    let asked = system.requests.filter { $0 != .attach }
    #expect(asked.count == 2)
    #expect(Set(asked).count == 1)
  }

  @Test("submits a request as it is")
  func submission() async throws {
    var request = ProcessingTaskRequest(identifier: "com.example.index")
    request.requiresNetworkConnectivity = true
    request.requiresExternalPower = true
    request.earliestBeginDate = WallDate(timeIntervalSinceNow: 3600)
    let system = try system { _ in nil }
    defer { system.stop() }
    try await Application(connectingTo: system.endpoint).taskScheduler.submit(request)
    guard case .submitTask(var submitted) = system.requests.last else {
      Issue.record("nothing was submitted: \(system.requests)")
      return
    }
    // What has passed since the date was made is taken off, and no more than that.
    let wait = try #require(submitted.earliestBegin)
    #expect((.zero ... .seconds(3600)).contains(wait) && wait > .seconds(60))
    submitted.earliestBegin = nil
    let needs = TorporModel.TaskRequest.ProcessingNeeds(network: true, externalPower: true)
    #expect(
      submitted
        == TorporModel.TaskRequest(identifier: "com.example.index", kind: .processing(needs))
    )
  }

  @Test("submits each kind of request with what is its own")
  func kinds() throws {
    var research = HealthResearchTaskRequest(identifier: "a")
    research.requiresExternalPower = true
    research.protectionTypeOfRequiredData = .complete
    var continued = ContinuedProcessingTaskRequest(identifier: "b", title: "t", subtitle: "s")
    continued.strategy = .fail
    continued.requiredResources = .gpu
    let needs = TorporModel.TaskRequest.ProcessingNeeds(externalPower: true)
    let shown = TorporModel.TaskRequest.ContinuedProcessing(
      title: "t",
      subtitle: "s",
      strategy: .fail,
      needsGPU: true
    )
    #expect(research.submitted.kind == .healthResearch(needs, protection: .complete))
    #expect(continued.submitted.kind == .continued(shown))
    for request: any Torpor.TaskRequest in [research, continued, refresh] {
      let waiting = PendingTask(
        request: request.submitted,
        submittedAt: .zero,
        earliestBegin: nil
      )
      #expect(waiting.asSubmitted.submitted == request.submitted)
    }
  }

  @Test("fails with Apple's code, what stood in the way, and a sentence that says what to do")
  func refusedSubmission() async throws {
    let lacks = Condition(.notPermitted, holds: false, subject: "fetch")
    let system = try system { request in
      guard case .submitTask = request else { return nil }
      return .refused(.scheduler(.notPermitted, because: [lacks]))
    }
    defer { system.stop() }
    let scheduler = try Application(connectingTo: system.endpoint).taskScheduler
    let failure = await #expect(throws: TorporError.self) {
      try await scheduler.submit(refresh)
    }
    #expect(failure?.code == .notPermitted)
    #expect(
      failure?.appleCode == AppleErrorCode(domain: "BGTaskSchedulerErrorDomain", code: 3)
    )
    #expect(
      failure?.description
        == "The request was not accepted: UIBackgroundModes in the app's Info.plist does not list "
        + "'fetch'. Add it there and install the app again."
    )
  }

  @Test("fails without one of Apple's codes for what Apple has no code for")
  func otherFailures() async throws {
    let system = try system { request in
      guard case .submitTask = request else { return nil }
      return .refused(.textTooLong(bytes: 300, bytesMax: 256))
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let failure = await #expect(throws: TorporError.self) {
      try await application.taskScheduler.submit(refresh)
    }
    #expect(failure?.code == .textTooLong)
    #expect(failure?.appleCode == nil)
    #expect(failure?.description.hasPrefix("A name or reason is 300 bytes long") == true)
    application.stop()
    while await isAnswering(application) { await Task.yield() }
    await #expect(throws: TorporError(.stopped, subject: "the request")) {
      try await application.taskScheduler.submit(refresh)
    }
  }

  /// Whether the connection is not stopped yet, which its thread does in its own time.
  private func isAnswering(_ application: Application) async -> Bool {
    (try? await application.backgroundTimeRemaining) != nil
  }

  @Test("takes requests back, one or all")
  func cancelling() async throws {
    let system = try system { _ in nil }
    defer { system.stop() }
    let scheduler = try Application(connectingTo: system.endpoint).taskScheduler
    try await scheduler.cancel(taskRequestWithIdentifier: "com.example.refresh")
    try await scheduler.cancelAllTaskRequests()
    #expect(
      system.requests.suffix(2) == [
        .cancelTaskRequest(identifier: "com.example.refresh"), .cancelTaskRequest(identifier: nil),
      ]
    )
  }

  @Test("lists the requests that wait")
  func pending() async throws {
    let waiting = PendingTask(
      request: sent,
      submittedAt: Instant(microseconds: 5),
      earliestBegin: nil
    )
    let system = try system { $0 == .pendingTaskRequests ? .pendingTasks([waiting]) : nil }
    defer { system.stop() }
    let scheduler = try Application(connectingTo: system.endpoint).taskScheduler
    let pending = try await scheduler.pendingTaskRequests()
    #expect(pending.map { $0 as? AppRefreshTaskRequest } == [refresh])
  }

  @Test("does the same for code that blocks, on the main actor too")
  func blocking() throws {
    let system = try system { request in
      guard case .submitTask(let submitted) = request, submitted != sent else { return nil }
      return .refused(.scheduler(.tooManyPendingTaskRequests, because: []))
    }
    defer { system.stop() }
    let application = try Application(connectingTo: system.endpoint)
    let scheduler = application.taskScheduler
    #expect(try scheduler.register(forTaskWithIdentifier: "com.example.refresh") { _ in })
    #expect(try scheduler.registerAction(forTaskWithIdentifier: "com.example.action") { _ in })
    try scheduler.submit(refresh)
    let failure = #expect(throws: TorporError.self) {
      try scheduler.submit(AppRefreshTaskRequest(identifier: "com.example.b"))
    }
    #expect(failure?.code == .tooManyPendingTaskRequests)
    #expect(try scheduler.pendingTaskRequests().isEmpty)
    try scheduler.cancel(taskRequestWithIdentifier: "com.example.refresh")
    try scheduler.cancelAllTaskRequests()
    try application.setMinimumBackgroundFetchInterval(.minimum)
    #expect(system.requests.last == .setFetchInterval(.minimum))
    #expect(system.requests.count == 9)
  }

  // Tests that watch a process end do not go with tests that start processes of their own in the same
  // run: their monitor spins on the others' children. So the words are tested, not the end.
  @Test("says Apple's message and what to change before it ends the process for a misuse")
  func crashMessage() {
    let late = SchedulerMisuse.registeredTooLate(identifier: "com.example.refresh").crashMessage
    #expect(
      late.contains(
        "reason: 'All launch handlers must be registered before application finishes launching'"
      )
    )
    #expect(late.contains("Register 'com.example.refresh' before the app returns"))
    let missing = SchedulerMisuse.noHandler(identifier: "com.example.refresh").crashMessage
    #expect(
      missing.contains("No launch handler registered for task with identifier com.example.re")
    )
  }
}
