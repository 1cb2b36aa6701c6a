internal import Foundation
internal import FoundationNetworking

/// Passes the events of Foundation's session to the app's delegate with the app's own tasks.
///
/// Foundation's session holds it, and with it the implementation of the app's session, until it is invalidated.
final class ForegroundBridge: NSObject {
  private typealias Inner = FoundationNetworking.URLSession
  private weak let session: ForegroundSession?

  init(_ session: ForegroundSession) { self.session = session }

  /// Returns the app's task, its session and its delegate.
  private func found(
    _ task: FoundationNetworking.URLSessionTask
  ) -> (task: URLSessionTask, session: URLSession, delegate: (any URLSessionDelegate)?)? {
    guard let entry = session?.entry(of: task) else { return nil }
    return (entry.task, entry.session, entry.task.delegate ?? entry.session.delegate)
  }

  func taskDelegate(
    _ task: FoundationNetworking.URLSessionTask
  ) -> (task: URLSessionTask, session: URLSession, delegate: any URLSessionTaskDelegate)? {
    guard let (task, session, delegate) = found(task),
      let delegate = delegate as? any URLSessionTaskDelegate
    else { return nil }
    return (task, session, delegate)
  }
}

extension ForegroundBridge: FoundationNetworking.URLSessionDelegate {
  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    didBecomeInvalidWithError error: (any Error)?
  ) {
    guard let owner = session?.takeOwner() else { return }
    owner.delegate?.urlSession(owner, didBecomeInvalidWithError: error)
    owner.forgetDelegate()
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let owner = session?.owner, let delegate = owner.delegate else {
      return completionHandler(.performDefaultHandling, nil)
    }
    delegate.urlSession(owner, didReceive: challenge, completionHandler: completionHandler)
  }
}

extension ForegroundBridge: FoundationNetworking.URLSessionTaskDelegate {
  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    task: FoundationNetworking.URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let (task, session, delegate) = taskDelegate(task) else {
      return completionHandler(request)
    }
    delegate.urlSession(
      session,
      task: task,
      willPerformHTTPRedirection: response,
      newRequest: request,
      completionHandler: completionHandler
    )
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    task: FoundationNetworking.URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let (task, session, delegate) = taskDelegate(task) else {
      return completionHandler(.performDefaultHandling, nil)
    }
    delegate.urlSession(
      session,
      task: task,
      didReceive: challenge,
      completionHandler: completionHandler
    )
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    task: FoundationNetworking.URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    guard let (task, session, delegate) = taskDelegate(task) else { return completionHandler(nil) }
    delegate.urlSession(session, task: task, needNewBodyStream: completionHandler)
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    task: FoundationNetworking.URLSessionTask,
    didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    guard let (task, session, delegate) = taskDelegate(task) else { return }
    delegate.urlSession(
      session,
      task: task,
      didSendBodyData: bytesSent,
      totalBytesSent: totalBytesSent,
      totalBytesExpectedToSend: totalBytesExpectedToSend
    )
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    task: FoundationNetworking.URLSessionTask,
    didFinishCollecting metrics: URLSessionTaskMetrics
  ) {
    guard let (task, session, delegate) = taskDelegate(task) else { return }
    delegate.urlSession(session, task: task, didFinishCollecting: metrics)
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    task: FoundationNetworking.URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let identifier = task.taskIdentifier
    defer { session?.forget(identifier) }
    let entry = session?.entry(of: task)
    let error = (entry?.task.work as? ForegroundTask)?.explained(error) ?? error
    if let bytes = entry?.bytes { return bytes.finish(error) }
    guard let (task, session, delegate) = taskDelegate(task) else { return }
    delegate.urlSession(session, task: task, didCompleteWithError: error)
  }
}

extension ForegroundBridge: FoundationNetworking.URLSessionDataDelegate {
  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    dataTask: FoundationNetworking.URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let bytes = session?.entry(of: dataTask)?.bytes {
      bytes.begin(response)
      return completionHandler(.allow)
    }
    guard let (task, session, delegate) = taskDelegate(dataTask),
      let task = task as? URLSessionDataTask,
      let delegate = delegate as? any URLSessionDataDelegate
    else { return completionHandler(.allow) }
    delegate.urlSession(
      session,
      dataTask: task,
      didReceive: response,
      completionHandler: completionHandler
    )
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    dataTask: FoundationNetworking.URLSessionDataTask,
    didReceive data: Data
  ) {
    if let bytes = session?.entry(of: dataTask)?.bytes { return bytes.add(data) }
    guard let (task, session, delegate) = taskDelegate(dataTask),
      let task = task as? URLSessionDataTask,
      let delegate = delegate as? any URLSessionDataDelegate
    else { return }
    delegate.urlSession(session, dataTask: task, didReceive: data)
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    dataTask: FoundationNetworking.URLSessionDataTask,
    willCacheResponse proposedResponse: CachedURLResponse,
    completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
  ) {
    guard let (task, session, delegate) = taskDelegate(dataTask),
      let task = task as? URLSessionDataTask,
      let delegate = delegate as? any URLSessionDataDelegate
    else { return completionHandler(proposedResponse) }
    delegate.urlSession(
      session,
      dataTask: task,
      willCacheResponse: proposedResponse,
      completionHandler: completionHandler
    )
  }
}

extension ForegroundBridge: FoundationNetworking.URLSessionDownloadDelegate {
  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    downloadTask: FoundationNetworking.URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    guard let (task, session, delegate) = downloadDelegate(downloadTask) else { return }
    delegate.urlSession(session, downloadTask: task, didFinishDownloadingTo: location)
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    downloadTask: FoundationNetworking.URLSessionDownloadTask,
    didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64,
    totalBytesExpectedToWrite: Int64
  ) {
    guard let (task, session, delegate) = downloadDelegate(downloadTask) else { return }
    delegate.urlSession(
      session,
      downloadTask: task,
      didWriteData: bytesWritten,
      totalBytesWritten: totalBytesWritten,
      totalBytesExpectedToWrite: totalBytesExpectedToWrite
    )
  }

  func urlSession(
    _ inner: FoundationNetworking.URLSession,
    downloadTask: FoundationNetworking.URLSessionDownloadTask,
    didResumeAtOffset fileOffset: Int64,
    expectedTotalBytes: Int64
  ) {
    guard let (task, session, delegate) = downloadDelegate(downloadTask) else { return }
    delegate.urlSession(
      session,
      downloadTask: task,
      didResumeAtOffset: fileOffset,
      expectedTotalBytes: expectedTotalBytes
    )
  }

  private func downloadDelegate(
    _ task: FoundationNetworking.URLSessionDownloadTask
  ) -> (
    task: URLSessionDownloadTask, session: URLSession, delegate: any URLSessionDownloadDelegate
  )? {
    guard let (task, session, delegate) = taskDelegate(task),
      let task = task as? URLSessionDownloadTask,
      let delegate = delegate as? any URLSessionDownloadDelegate
    else { return nil }
    return (task, session, delegate)
  }
}
