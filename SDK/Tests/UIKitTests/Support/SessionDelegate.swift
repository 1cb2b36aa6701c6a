import Foundation

@testable import UIKit

/// Writes down what a session tells it.
class SessionDelegate: NSObject, URLSessionDownloadDelegate, @unchecked Sendable {
  let record = Record()
  /// What the files had in them while they were there.
  private(set) var files: [(path: String, content: String)] = []
  private(set) var errors: [any Error] = []
  private(set) var tasks: [URLSessionTask] = []

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let content = (try? String(contentsOf: location, encoding: .utf8)) ?? "no file"
    files.append((location.path, content))
    let status = (downloadTask.response as? HTTPURLResponse)?.statusCode ?? 0
    record.add("\(name(downloadTask)) has a file, \(status)")
  }
  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64,
    totalBytesExpectedToWrite: Int64
  ) {
    record.add(
      "\(name(downloadTask)) +\(bytesWritten): \(totalBytesWritten) of \(totalBytesExpectedToWrite)"
    )
  }
  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didResumeAtOffset fileOffset: Int64,
    expectedTotalBytes: Int64
  ) { record.add("\(name(downloadTask)) at \(fileOffset) of \(expectedTotalBytes)") }
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    record.add("\(name(task)) sent +\(bytesSent): \(totalBytesSent) of \(totalBytesExpectedToSend)")
  }
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    tasks.append(task)
    if let error { errors.append(error) }
    record.add("\(name(task)) over\(error.map { ", \(($0 as NSError).code)" } ?? "")")
  }
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    record.add("all told")
  }
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    record.add("invalid")
  }

  private func name(_ task: URLSessionTask) -> String {
    "\(task.taskIdentifier)\(task.taskDescription.map { " \($0)" } ?? "")"
  }
}
