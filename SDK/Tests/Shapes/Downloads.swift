// A file that imports Foundation alone, with a background session and its delegate. No warnings on Apple's systems.
import Foundation

final class Downloads: NSObject, URLSessionDownloadDelegate, @unchecked Sendable {
  static let shared = Downloads()

  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: "com.example.downloads")
    configuration.isDiscretionary = true
    configuration.sessionSendsLaunchEvents = true
    configuration.waitsForConnectivity = true
    configuration.allowsCellularAccess = false
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  func download(_ url: URL) -> Int {
    let task = session.downloadTask(with: URLRequest(url: url))
    task.taskDescription = url.lastPathComponent
    task.earliestBeginDate = Date(timeIntervalSinceNow: 60)
    task.countOfBytesClientExpectsToReceive = NSURLSessionTransferSizeUnknown
    task.priority = URLSessionTask.lowPriority
    task.resume()
    return task.taskIdentifier
  }

  func list() {
    session.getAllTasks { tasks in
      for task in tasks where task.state == .running { print(task.taskIdentifier) }
    }
    session.getTasksWithCompletionHandler { dataTasks, uploadTasks, downloadTasks in
      print(dataTasks.count, uploadTasks.count)
      downloadTasks.forEach {
        $0.cancel(byProducingResumeData: { data in print(data?.count ?? 0) })
      }
    }
  }

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    guard let response = downloadTask.response as? HTTPURLResponse,
      (200...299).contains(response.statusCode)
    else { return }
    try? FileManager.default.removeItem(at: location)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    guard let error = error else { return }
    let userInfo = (error as NSError).userInfo
    if let resumeData = userInfo[NSURLSessionDownloadTaskResumeData] as? Data {
      session.downloadTask(withResumeData: resumeData).resume()
    }
    if let reason = userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int {
      print(reason == NSURLErrorCancelledReasonUserForceQuitApplication)
    }
  }
}

func load(_ url: URL) async throws -> (Data, URLResponse) {
  try await URLSession.shared.data(from: url)
}
