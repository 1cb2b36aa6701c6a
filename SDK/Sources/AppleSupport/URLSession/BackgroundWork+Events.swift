internal import Foundation
internal import FoundationNetworking
internal import Torpor

// Delivers the events of a background session's task as Apple's calls, on the session's queue.

extension BackgroundWork {
  func tell(_ step: TransferProgress, _ task: URLSessionTask, _ owner: URLSession) {
    let total = step.totalBytes ?? NSURLSessionTransferSizeUnknown
    moved(step.bytes, of: total, task, owner)
  }

  /// Reports the bytes transferred so far as another piece.
  private func moved(_ bytes: Int64, of total: Int64, _ task: URLSessionTask, _ owner: URLSession) {
    let isDownload = file == nil
    let new = facts.withLock { facts -> Int64 in
      let before = isDownload ? facts.counts.received : facts.counts.sent
      if isDownload {
        (facts.counts.received, facts.counts.expectedToReceive) = (bytes, total)
      } else {
        (facts.counts.sent, facts.counts.expectedToSend) = (bytes, total)
      }
      return bytes - before
    }
    progress.totalUnitCount = max(total, 0)
    progress.completedUnitCount = bytes
    guard new > 0 else { return }
    guard isDownload else {
      task.taskDelegate(owner)?.urlSession(
        owner,
        task: task,
        didSendBodyData: new,
        totalBytesSent: bytes,
        totalBytesExpectedToSend: total
      )
      return
    }
    downloadDelegate(task, owner) { delegate, task in
      delegate.urlSession(
        owner,
        downloadTask: task,
        didWriteData: new,
        totalBytesWritten: bytes,
        totalBytesExpectedToWrite: total
      )
    }
  }

  func tell(resumedAt offset: Int64, of total: Int64?, _ task: URLSessionTask, _ owner: URLSession)
  {
    guard file == nil else { return }
    facts.withLock { $0.counts.received = offset }
    downloadDelegate(task, owner) { delegate, task in
      delegate.urlSession(
        owner,
        downloadTask: task,
        didResumeAtOffset: offset,
        expectedTotalBytes: total ?? NSURLSessionTransferSizeUnknown
      )
    }
  }

  /// Handles the server's response.
  func answered(status: Int, _ finalURL: String?, _ mimeType: String?) {
    facts.withLock { facts in
      if let final = finalURL.flatMap(URL.init(string:)) { facts.request?.url = final }
      guard status > 0, facts.response == nil, let url = facts.request?.url else { return }
      facts.response = HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: nil,
        headerFields: mimeType.map { ["Content-Type": $0] }
      )
    }
  }

  /// Reports the file, which exists until this returns.
  func tell(fileAt path: String, _ task: URLSessionTask, _ owner: URLSession) {
    let size = Self.size(ofFile: path)
    if size >= 0 { moved(size, of: size, task, owner) }
    downloadDelegate(task, owner) { delegate, task in
      delegate.urlSession(
        owner,
        downloadTask: task,
        didFinishDownloadingTo: URL(fileURLWithPath: path)
      )
    }
  }

  /// Reports the end of the task.
  func tell(
    _ outcome: TransferOutcome,
    _ detail: TransferDetail,
    _ task: URLSessionTask,
    _ owner: URLSession
  ) {
    answered(status: outcome.status, detail.finalURL, detail.mimeType)
    // Apple's sessions do not treat a server's response as an error: the status shows it, and the file is the response
    // body.
    if outcome.error == nil, let givenResumeData {
      ResumeSecrets.remove(ResumeData(givenResumeData)?.secrets)
    }
    let isAnswer = outcome.error == nil || outcome.error == .httpStatus
    // Only in that case: for a file that an earlier process received, this process reports only the end.
    if outcome.error == .httpStatus, file == nil { tellEmptyFile(task, owner) }
    let total = facts.withLock { $0.counts.expectedToSend }
    if outcome.error == nil, file != nil, total >= 0 { moved(total, of: total, task, owner) }
    let error = isAnswer ? nil : error(outcome, detail)
    facts.withLock { facts in
      facts.state = .completed
      facts.error = error
    }
    task.taskDelegate(owner)?.urlSession(owner, task: task, didCompleteWithError: error)
  }

  /// Reports an empty file, because the body of an unsuccessful response is not kept.
  private func tellEmptyFile(_ task: URLSessionTask, _ owner: URLSession) {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("answer-\(UUID().uuidString).tmp")
    guard FileManager.default.createFile(atPath: file.path, contents: nil) else { return }
    tell(fileAt: file.path, task, owner)
    // The app has moved it; otherwise it is removed.
    try? FileManager.default.removeItem(at: file)
  }

  private func error(_ outcome: TransferOutcome, _ detail: TransferDetail) -> any Error {
    let (failure, keepsPart) = facts.withLock { ($0.failure, $0.keepsPart) }
    if let failure { return error(failure) }
    let wasCancelled = outcome.error == .cancelled
    return TransferFailure(outcome, cause: detail.cause)
      .error(self, resumeData: wasCancelled && !keepsPart ? nil : resumeData)
  }

  func tell(
    _ challenge: TransferChallenge,
    _ task: URLSessionTask,
    _ owner: URLSession,
    _ transfers: TransferSession
  ) {
    guard let transfer = facts.withLock({ $0.transfer }) else { return }
    let answer = ChallengeAnswerer(transfer, transfers)
    guard let delegate = task.taskDelegate(owner) else {
      return answer.give(.performDefaultHandling, nil)
    }
    let url = currentRequest?.url
    delegate.urlSession(
      owner,
      task: task,
      didReceive: URLAuthenticationChallenge(challenge, url, answer)
    ) { answer.give($0, $1) }
  }

  private func downloadDelegate(
    _ task: URLSessionTask,
    _ owner: URLSession,
    _ body: (any URLSessionDownloadDelegate, URLSessionDownloadTask) -> Void
  ) {
    guard let delegate = task.taskDelegate(owner) as? any URLSessionDownloadDelegate,
      let task = task as? URLSessionDownloadTask
    else { return }
    body(delegate, task)
  }
}
