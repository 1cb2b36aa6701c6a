internal import Foundation
internal import FoundationNetworking

/// What carries a task out, behind Apple's names for it: Foundation's task, or a transfer of the system's.
protocol TaskWork: AnyObject, Sendable {
  var taskIdentifier: Int { get }
  var originalRequest: URLRequest? { get }
  var currentRequest: URLRequest? { get }
  var response: URLResponse? { get }
  var error: (any Error)? { get }
  var state: URLSessionTask.State { get }
  var counts: ByteCounts { get }
  var progress: Progress { get }

  /// Begins or continues, as the app has set the task up.
  func resume(_ settings: TaskSettings)
  func suspend()
  func cancel()
  /// Ends the task and hands over what a later one continues with.
  func cancel(byProducingResumeData handler: @escaping @Sendable (Data?) -> Void)
}

/// How many bytes of a task have moved, and how many will.
struct ByteCounts: Hashable, Sendable {
  var received: Int64 = 0
  var expectedToReceive: Int64 = 0
  var sent: Int64 = 0
  var expectedToSend: Int64 = 0
}

/// What an app sets on a task.
struct TaskSettings: Hashable, Sendable {
  var taskDescription: String?
  var earliestBeginDate: Date?
  var bytesToSend = NSURLSessionTransferSizeUnknown
  var bytesToReceive = NSURLSessionTransferSizeUnknown
  var priority = URLSessionTask.defaultPriority
}

/// What stands behind a task that no session has made, as the tests of apps have them: nothing.
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
