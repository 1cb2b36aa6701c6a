import Foundation
import Testing

@testable import BackgroundTasks
@testable import UIKit

private final class PlainDelegate: UIResponder, UIApplicationDelegate {}
private final class PlainObject: NSObject {}

/// Runs an app whose system says that a call is a mistake in the app's code.
@MainActor
private func provoke(_ which: String, by method: String, _ mistake: @MainActor () -> Void) throws {
  let app = try RunningApp(
    PlainDelegate(),
    StandInSystem { call in
      guard call.method == method else { return nil }
      return .error(
        "io.torpor.TaskScheduler.Misuse",
        #"{"which": "\#(which)", "identifier": "a.b", "message": "m"}"#
      )
    }
  )
  mistake()
  withExtendedLifetime(app) {}
}

@Suite("A mistake ends the app with Apple's text", .timeLimit(.minutes(2)))
struct ExceptionTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("where a handler is registered after the launch")
  func late() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await provoke("registeredTooLate", by: "RegisterTask") {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil) { _ in }
      }
    }
    #expect(
      text(result).contains(
        "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: "
          + "'All launch handlers must be registered before application finishes launching'"
      )
    )
  }

  @Test("where a handler is registered twice")
  func twice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await provoke("registeredTwice", by: "RegisterTask") {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil) { _ in }
      }
    }
    #expect(
      text(result).contains(
        "'Launch handler for task with identifier a.b has already been registered'"
      )
    )
  }

  @Test("where there are two apps in one process")
  func secondApplication() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = UIApplication.shared
        _ = UIApplication()
      }
    }
    #expect(text(result).contains("'There can only be one UIApplication instance.'"))
  }

  @Test("where the delegate's class is not there")
  func missingClass() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = MainLoop.mustFindClass("Nowhere.AppDelegate") }
    }
    #expect(
      text(result).contains(
        "'Unable to instantiate the UIApplication delegate instance. No class named Nowhere.AppDelegate is loaded.'"
      )
    )
  }

  @Test("where the delegate's class is none of a delegate")
  func wrongClass() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let system = StandInSystem()
        setenv("TORPOR_SOCKET", system.path, 1)
        MainLoop.serve(UIApplication.self, PlainObject.self)
      }
    }
    #expect(text(result).contains("'PlainObject does not conform to UIApplicationDelegate'"))
  }

  @Test("where a request has no handler")
  func noHandler() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await provoke("noHandler", by: "SubmitTask") {
        try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.b"))
      }
    }
    #expect(text(result).contains("'No launch handler registered for task with identifier a.b'"))
  }
}
