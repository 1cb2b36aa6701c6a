// Uploads as apps with UIKit have them, in a session whose delegate is told on the main queue.
import UIKit

class UploadManager: NSObject, @unchecked Sendable {
  var completionHandler: (() -> Void)?

  lazy var urlSession: URLSession = {
    let config = URLSessionConfiguration.background(withIdentifier: "MyUploads")
    return URLSession(configuration: config, delegate: self, delegateQueue: .main)
  }()

  func upload(_ file: URL, to url: URL) {
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    let task = urlSession.uploadTask(with: request, fromFile: file)
    task.resume()
  }
}

extension UploadManager: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    print(
      Double(totalBytesSent) / Double(totalBytesExpectedToSend),
      task.progress.fractionCompleted
    )
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) { completionHandler(.performDefaultHandling, nil) }
}

extension UploadManager {
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    DispatchQueue.main.async {
      self.completionHandler?()
      self.completionHandler = nil
    }
  }
}
