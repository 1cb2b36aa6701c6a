internal import AppleSupport
public import Foundation
internal import Torpor

/// Work for a moment that suits the device.
///
/// Every method may be called from any thread.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  /// The app's scheduler.
  public class var shared: BGTaskScheduler { theOne }
  private static let theOne = BGTaskScheduler()

  /// What continued tasks may ask for here.
  public class var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }

  override fileprivate init() {}

  /// Registers what runs when a task of the identifier is launched.
  ///
  /// Without a queue the handler runs on a serial queue of the identifier's own, never on the main thread.
  ///
  /// - Returns: Whether the `Info.plist` permits the identifier.
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String,
    using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    let queue = queue ?? Self.queue(for: identifier)
    // Apple's handler is not declared as Sendable; it runs on the queue alone.
    nonisolated(unsafe) let launchHandler = launchHandler
    let isPermitted = AppleSystem.attempt { application throws(TorporError) in
      try application.taskScheduler.register(forTaskWithIdentifier: identifier) { task in
        queue.async { launchHandler(BGTask.launched(task)) }
      }
    }
    return isPermitted ?? false
  }

  /// The serial queue of an identifier whose handler has none, under Apple's name.
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

  /// As `submit(_:)`, which Apple's does not wait for; the handler is given the error.
  ///
  /// The answer is waited for here, so that what is called next finds the request, and the app is not frozen before it
  /// is made.
  open func submitTaskRequest(
    _ taskRequest: BGTaskRequest,
    completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
  ) {
    var error: (any Swift.Error)?
    do { try submit(taskRequest) } catch let reason { error = reason }
    CallbackQueue.call(completionHandler, with: error)
  }

  /// As the form with a handler.
  ///
  /// - Throws: `BGTaskScheduler.Error`.
  open func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws {
    let error = await withCheckedContinuation { continuation in
      submitTaskRequest(taskRequest) { continuation.resume(returning: $0) }
    }
    if let error { throw error }
  }

  /// Cancels the pending request of an identifier; a task that runs continues.
  open func cancel(taskRequestWithIdentifier identifier: String) {
    AppleSystem.attempt { application throws(TorporError) in
      try application.taskScheduler.cancel(taskRequestWithIdentifier: identifier)
    }
  }

  /// Cancels all pending requests; tasks that run continue.
  open func cancelAllTaskRequests() {
    AppleSystem.attempt { application throws(TorporError) in
      try application.taskScheduler.cancelAllTaskRequests()
    }
  }

  /// Hands copies of the requests that have not run to the handler, on a queue of its own.
  open func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void) {
    let requests = AppleSystem.attempt { application throws(TorporError) in
      try application.taskScheduler.pendingTaskRequests()
    }
    // The copies are the handler's own.
    nonisolated(unsafe) let copies = (requests ?? []).map(BGTaskRequest.pending)
    CallbackQueue.call({ (_: Void) in completionHandler(copies) }, with: ())
  }

  /// Copies of the requests that have not run.
  open func pendingTaskRequests() async -> [BGTaskRequest] {
    let requests = await AppleSystem.attempt { application async throws(TorporError) in
      try await application.taskScheduler.pendingTaskRequests()
    }
    return (requests ?? []).map(BGTaskRequest.pending)
  }
}
