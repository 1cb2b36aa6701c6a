internal import AppleSupport
internal import Foundation

/// Downloads the assets of issues in the library's own background session; used on the main thread.
final class IssueDownloads: NSObject, @unchecked Sendable {
  private weak var library: NKLibrary?
  private let file = IssueFile()
  private var session: URLSession?
  private var tasks: [String: URLSessionDownloadTask] = [:]

  init(_ library: NKLibrary) {
    self.library = library
    super.init()
    let configuration = URLSessionConfiguration.background(
      withIdentifier: BackgroundSessions.issues
    )
    session = URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
  }

  /// Has the system download an asset, unless it already does.
  func begin(_ asset: NKAssetDownload) {
    let identifier = asset.identifier
    if asset.isWaiting { return DispatchQueue.main.async { self.handOver(identifier) } }
    guard !asset.isStarted, let session else { return }
    let task = session.downloadTask(with: asset.urlRequest)
    task.taskDescription = identifier
    tasks[identifier] = task
    // Stored before it begins: if the process ends here, it begins the download again, and a later process does not.
    asset.isStarted = true
    task.resume()
  }

  func cancel(_ asset: NKAssetDownload) {
    asset.isStarted = false
    let identifier = asset.identifier
    if let task = tasks.removeValue(forKey: identifier) { return task.cancel() }
    session?.getAllTasks { tasks in
      tasks.first { $0.taskDescription == identifier }?.cancel()
    }
  }

  private func asset(_ task: URLSessionTask) -> NKAssetDownload? {
    task.taskDescription.flatMap { library?.asset($0) }
  }

  /// Returns the error for a server that answered with an error status, and so has sent no issue.
  private static func refusal(_ task: URLSessionTask) -> (any Error)? {
    guard let answer = task.response as? HTTPURLResponse, answer.statusCode >= 400 else {
      return nil
    }
    let sentence = "The server has answered with the status \(answer.statusCode)."
    return URLError(.badServerResponse, userInfo: [NSLocalizedDescriptionKey: sentence])
  }

  private func fail(_ asset: NKAssetDownload, _ error: any Error) {
    asset.isStarted = false
    asset.delegate?.connection(NSURLConnection(asset), didFailWithError: error)
  }

  /// Delivers a file that arrived before the delegate was set.
  private func handOver(_ identifier: String) {
    guard let asset = library?.asset(identifier), let delegate = asset.delegate else { return }
    let location = file.waiting(identifier)
    delegate.connectionDidFinishDownloading(NSURLConnection(asset), destinationURL: location)
    try? FileManager.default.removeItem(at: location)
    asset.issue?.finish(asset)
  }
}

extension IssueDownloads: URLSessionDownloadDelegate {
  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64,
    totalBytesExpectedToWrite: Int64
  ) {
    guard let asset = asset(downloadTask) else { return }
    asset.delegate?.connection(
      NSURLConnection(asset),
      didWriteData: bytesWritten,
      totalBytesWritten: totalBytesWritten,
      expectedTotalBytes: totalBytesExpectedToWrite
    )
  }

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didResumeAtOffset fileOffset: Int64,
    expectedTotalBytes: Int64
  ) {
    guard let asset = asset(downloadTask) else { return }
    asset.delegate?.connectionDidResumeDownloading(
      NSURLConnection(asset),
      totalBytesWritten: fileOffset,
      expectedTotalBytes: expectedTotalBytes
    )
  }

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    guard let asset = asset(downloadTask), Self.refusal(downloadTask) == nil else { return }
    guard asset.delegate == nil else {
      asset.delegate?.connectionDidFinishDownloading(
        NSURLConnection(asset),
        destinationURL: location
      )
      asset.issue?.finish(asset)
      return
    }
    // Until the app calls download(with:).
    let place = file.waiting(asset.identifier)
    try? FileManager.default.removeItem(at: place)
    do {
      try FileManager.default.moveItem(at: location, to: place)
      asset.isWaiting = true
    } catch {
      ErrorStream.write(
        "torpor: what has come for the issue '\(asset.issue?.name ?? "")' cannot be kept: \(error.localizedDescription). "
          + "Call NKAssetDownload.download(with:) in the app's launch, so that its delegate takes the file.\n"
      )
      asset.isStarted = false
    }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    if let identifier = task.taskDescription { tasks[identifier] = nil }
    guard let asset = asset(task), asset.isStarted, let error = error ?? Self.refusal(task) else {
      return
    }
    fail(asset, error)
  }
}
