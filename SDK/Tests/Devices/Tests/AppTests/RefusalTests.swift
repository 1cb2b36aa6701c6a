import BackgroundTasks
import Foundation
import SimulatedDevice
import Testing
import UIKit

/// An app that does in its launch, and with the scheduler, what a test says.
private final class Scheduling: UIResponder, UIApplicationDelegate {
  nonisolated(unsafe) static var atLaunch: () -> Void = {}
  nonisolated static let name = "com.example.scheduling"

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.atLaunch()
    return true
  }

  nonisolated static func information(modes: [String]) -> AppInformation {
    let words = ["one", "two", "export.*"] + (0...10).map { "work\($0)" }
    return AppInformation([
      "CFBundleIdentifier": name,
      "UIBackgroundModes": modes,
      "BGTaskSchedulerPermittedIdentifiers": words.map { "\(name).\($0)" },
    ])
  }

  @MainActor
  static func device(modes: [String] = ["fetch", "processing"]) async throws -> SimulatedDevice {
    let device = try await SimulatedDevice(
      app: Scheduling.self,
      infoPlist: information(modes: modes)
    )
    try await device.launch()
    return device
  }

  nonisolated static func register(_ word: String) -> Bool {
    BGTaskScheduler.shared.register(forTaskWithIdentifier: "\(name).\(word)", using: nil) {
      $0.setTaskCompleted(success: true)
    }
  }

  /// The number of the error with which a request is refused; 0: it was taken.
  nonisolated static func refusal(_ request: BGTaskRequest) -> Int {
    do {
      try BGTaskScheduler.shared.submit(request)
      return 0
    } catch {
      let number = error as NSError
      return number.domain == BGTaskScheduler.errorDomain ? number.code : -1
    }
  }

  nonisolated static func refresh(_ word: String) -> BGTaskRequest {
    BGAppRefreshTaskRequest(identifier: "\(name).\(word)")
  }
}

extension OneDevice {
  /// Each of the scheduler's rules about mistakes and refusals, by Apple's API on the policy itself.
  @MainActor
  @Suite("A request to the scheduler of a device")
  struct RefusalTests {
    init() { Scheduling.atLaunch = {} }

    @Test("is not permitted without the identifier or the mode, and a handler is not registered")
    func notPermitted() async throws {
      nonisolated(unsafe) var answers: [Bool] = []
      Scheduling.atLaunch = {
        answers = [Scheduling.register("one"), Scheduling.register("another")]
      }
      let first = try await Scheduling.device()
      #expect(answers == [true, false])
      #expect(Scheduling.refusal(Scheduling.refresh("another")) == 3)
      #expect(Scheduling.refusal(Scheduling.refresh("one")) == 0)
      await first.end()
      let work = BGProcessingTaskRequest(identifier: "\(Scheduling.name).one")
      let device = try await Scheduling.device(modes: ["fetch"])
      #expect(Scheduling.refusal(work) == 3)
      withExtendedLifetime(device) {}
    }

    @Test("is one too many behind one refresh and ten of processing, and takes its own place")
    func tooMany() async throws {
      Scheduling.atLaunch = {
        for word in ["one", "two"] + (0...10).map({ "work\($0)" }) {
          _ = Scheduling.register(word)
        }
      }
      let device = try await Scheduling.device()
      #expect(Scheduling.refusal(Scheduling.refresh("one")) == 0)
      #expect(Scheduling.refusal(Scheduling.refresh("one")) == 0)
      #expect(Scheduling.refusal(Scheduling.refresh("two")) == 2)
      let work = (0...10).map {
        Scheduling.refusal(BGProcessingTaskRequest(identifier: "\(Scheduling.name).work\($0)"))
      }
      #expect(work == Array(repeating: 0, count: 10) + [2])
      withExtendedLifetime(device) {}
    }

    @Test("is unavailable where the user has turned background refresh off")
    func unavailable() async throws {
      Scheduling.atLaunch = { _ = Scheduling.register("one") }
      let device = try await Scheduling.device()
      try await device.allowBackgroundRefresh(false)
      #expect(Scheduling.refusal(Scheduling.refresh("one")) == 1)
    }

    @Test("that must begin at once is refused where there is no room")
    func immediate() async throws {
      Scheduling.atLaunch = {
        for number in 0..<20 {
          BGTaskScheduler.shared.register(
            forTaskWithIdentifier: "\(Scheduling.name).export.\(number)",
            using: nil
          ) { _ in }
        }
      }
      let device = try await Scheduling.device()
      let answers = (0..<20).map { number in
        let request = BGContinuedProcessingTaskRequest(
          identifier: "\(Scheduling.name).export.\(number)",
          title: "Export",
          subtitle: "\(number)"
        )
        request.strategy = .fail
        return Scheduling.refusal(request)
      }
      #expect(answers.first == 0 && answers.last == 4 && Set(answers) == [0, 4], "\(answers)")
      withExtendedLifetime(device) {}
    }

    @Test("that needs what the device does not have is not permitted")
    func resources() async throws {
      Scheduling.atLaunch = {
        BGTaskScheduler.shared.register(
          forTaskWithIdentifier: "\(Scheduling.name).export.1",
          using: nil
        ) { _ in }
      }
      let device = try await Scheduling.device()
      let request = BGContinuedProcessingTaskRequest(
        identifier: "\(Scheduling.name).export.1",
        title: "Export",
        subtitle: "1"
      )
      request.requiredResources = .gpu
      #expect(BGTaskScheduler.supportedResources.isEmpty)
      #expect(Scheduling.refusal(request) == 3)
      withExtendedLifetime(device) {}
    }

    @Test("has a second handler, which ends the app")
    func twice() async {
      let result = await #expect(
        processExitsWith: .signal(SIGABRT),
        observing: [\.standardErrorContent]
      ) {
        Scheduling.atLaunch = { for _ in 1...2 { _ = Scheduling.register("one") } }
        let device = try await Scheduling.device()
        withExtendedLifetime(device) {}
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          "'Launch handler for task with identifier com.example.scheduling.one has already been registered'"
        ),
        "\(text)"
      )
    }

    @Test("of continued work may have its handler behind the launch")
    func continuedLater() async throws {
      let device = try await Scheduling.device()
      let isPermitted = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: "\(Scheduling.name).export.1",
        using: nil
      ) { _ in }
      #expect(isPermitted)
      let request = BGContinuedProcessingTaskRequest(
        identifier: "\(Scheduling.name).export.1",
        title: "Export",
        subtitle: "1"
      )
      #expect(Scheduling.refusal(request) == 0)
      withExtendedLifetime(device) {}
    }

    @Test("has a handler that comes behind the launch, which ends the app")
    func late() async {
      let result = await #expect(
        processExitsWith: .signal(SIGABRT),
        observing: [\.standardErrorContent]
      ) {
        let device = try await Scheduling.device()
        _ = Scheduling.register("one")
        withExtendedLifetime(device) {}
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          "'All launch handlers must be registered before application finishes launching'"
        ),
        "\(text)"
      )
    }

    @Test("has no handler, which ends the app")
    func noHandler() async {
      let result = await #expect(
        processExitsWith: .signal(SIGABRT),
        observing: [\.standardErrorContent]
      ) {
        let device = try await Scheduling.device()
        _ = Scheduling.refusal(Scheduling.refresh("one"))
        withExtendedLifetime(device) {}
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          "'No launch handler registered for task with identifier com.example.scheduling.one'"
        ),
        "\(text)"
      )
    }
  }
}
