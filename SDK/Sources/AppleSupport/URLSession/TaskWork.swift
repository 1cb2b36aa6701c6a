internal import Foundation
internal import FoundationNetworking

/// The implementation of a task behind Apple's names: Foundation's task, or a transfer of the system's.
protocol TaskWork: AnyObject, Sendable {
  var taskIdentifier: Int { get }
  var originalRequest: URLRequest? { get }
  var currentRequest: URLRequest? { get }
  var response: URLResponse? { get }
  var error: (any Error)? { get }
  var state: URLSessionTask.State { get }
  var counts: ByteCounts { get }
  var progress: Progress { get }

  /// Begins or continues with the app's settings for the task.
  func resume(_ settings: TaskSettings)
  func suspend()
  func cancel()
  /// Ends the task and passes the handler the data with which a later one continues.
  func cancel(byProducingResumeData handler: @escaping @Sendable (Data?) -> Void)
}

/// The bytes of a task that have been transferred, and the expected total.
struct ByteCounts: Hashable, Sendable {
  var received: Int64 = 0
  var expectedToReceive: Int64 = 0
  var sent: Int64 = 0
  var expectedToSend: Int64 = 0
}

/// The settings of a task that an app can change.
struct TaskSettings: Hashable, Sendable {
  var taskDescription: String?
  var earliestBeginDate: Date?
  var bytesToSend = NSURLSessionTransferSizeUnknown
  var bytesToReceive = NSURLSessionTransferSizeUnknown
  var priority = URLSessionTask.defaultPriority
}

/// The implementation of a task that no session created, as used by apps' tests: it does nothing.
final class NoWork: TaskWork {
  let progress = Progress(totalUnitCount: 0)
  var taskIdentifier: Int { 0 }
  var originalRequest: URLRequest? { nil }
  var currentRequest: URLRequest? { nil }
  var response: URLResponse? { nil }
  var error: (any Error)? { nil }
  var state: URLSessionTask.State { .suspended }
  var counts: ByteCounts { ByteCounts() }

  func resume(_ settings: TaskSettings) {}
  func suspend() {}
  func cancel() {}
  func cancel(byProducingResumeData handler: @escaping @Sendable (Data?) -> Void) { handler(nil) }
}
