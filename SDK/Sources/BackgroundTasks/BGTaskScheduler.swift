internal import AppleSupport
public import Foundation
internal import Torpor

/// Work at a time that suits the device.
///
/// Every method can be called from any thread.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  /// The app's scheduler.
  public class var shared: BGTaskScheduler { theOne }
  private static let theOne = BGTaskScheduler()

  /// The resources that continued tasks can request here.
  public class var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }

  override fileprivate init() {}

  /// Registers the handler that runs when a task with the identifier is launched.
  ///
  /// Without a queue, the handler runs on the identifier's own serial queue, never on the main thread.
  ///
  /// - Returns: Whether the `Info.plist` permits the identifier.
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String,
    using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    let queue = queue ?? Self.queue(for: identifier)
    // Apple's handler is not declared as Sendable; it runs only on the queue.
    nonisolated(unsafe) let launchHandler = launchHandler
    let isPermitted = AppleSystem.attempt { application throws(TorporError) in
      try application.taskScheduler.register(forTaskWithIdentifier: identifier) { task in
        queue.async { launchHandler(BGTask.launched(task)) }
      }
    }
    return isPermitted ?? false
  }

  /// Returns the serial queue of an identifier whose handler has none, under Apple's name.
  static func queue(for identifier: String) -> DispatchQueue {
    DispatchQueue(label: "com.apple.BGTaskScheduler (\(identifier))")
  }

  /// Asks for a task to be launched once, when it suits the device; waits for the system's answer.
  ///
  /// - Throws: `BGTaskScheduler.Error`.
  open func submit(_ taskRequest: BGTaskRequest) throws {
    do throws(TorporError) {
      try AppleSystem.application().taskScheduler.submit(taskRequest.submitted())
    } catch {
      throw Error(error)
    }
  }

  /// Submits a request like `submit(_:)`, and passes the error to the handler; Apple's method does not wait.
  ///
  /// This method waits for the answer, so that the next call finds the request, and the app is not frozen before the
  /// request is made.
  open func submitTaskRequest(
    _ taskRequest: BGTaskRequest,
    completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {
    var error: (any Swift.Error)?
    do { try submit(taskRequest) } catch let reason { error = reason }
    CallbackQueue.call(completionHandler, with: error)
  }

  /// Does the same as the form with a handler.
  ///
  /// - Throws: `BGTaskScheduler.Error`.
  open func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws {
    do throws(TorporError) {
      try await AppleSystem.application().taskScheduler.submit(taskRequest.submitted())
    } catch {
      throw Error(error)
    }
  }

  /// Cancels the pending request with an identifier; a running task continues.
  open func cancel(taskRequestWithIdentifier identifier: String) {
    AppleSystem.attempt { application throws(TorporError) in
      try application.taskScheduler.cancel(taskRequestWithIdentifier: identifier)
    }
  }

  /// Cancels all pending requests; running tasks continue.
  open func cancelAllTaskRequests() {
    AppleSystem.attempt { application throws(TorporError) in
      try application.taskScheduler.cancelAllTaskRequests()
    }
  }

  /// Passes copies of the requests that have not run to the handler, on a separate queue.
  open func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void) {
    let requests = AppleSystem.attempt { application throws(TorporError) in
      try application.taskScheduler.pendingTaskRequests()
    }
    // The copies are the handler's own.
    nonisolated(unsafe) let copies = (requests ?? []).map(BGTaskRequest.pending)
    CallbackQueue.call({ (_: Void) in completionHandler(copies) }, with: ())
  }

  /// Returns copies of the requests that have not run.
  open func pendingTaskRequests() async -> [BGTaskRequest] {
    let requests = await AppleSystem.attempt { application async throws(TorporError) in
      try await application.taskScheduler.pendingTaskRequests()
    }
    return (requests ?? []).map(BGTaskRequest.pending)
  }
}
