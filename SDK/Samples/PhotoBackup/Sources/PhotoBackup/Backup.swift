import Foundation
import os.log

/// Sends the photos in the app's documents to a server, each once.
final class Backup: NSObject {
  static let shared = Backup()

  private let logger = Logger(subsystem: "com.example.photobackup", category: "uploads")
  private var completionHandler: (() -> Void)?

  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(
      withIdentifier: "com.example.photobackup.uploads"
    )
    configuration.allowsConstrainedNetworkAccess = false
    configuration.httpAdditionalHeaders = ["X-Device": "camera"]
    return URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
  }()

  private var folder: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appendingPathComponent("Photos")
  }

  private var sent: Set<String> {
    get { Set(UserDefaults.standard.stringArray(forKey: "sent") ?? []) }
    set { UserDefaults.standard.set(newValue.sorted(), forKey: "sent") }
  }

  /// Starts the uploads of what was not sent and is not on its way, and hands over how many these are.
  func start(completion: @escaping (Int) -> Void) {
    session.getAllTasks { tasks in
      let pending = Set(tasks.compactMap { $0.taskDescription })
      let known = self.sent.union(pending)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: self.folder.path)) ?? []
      let new = names.filter { !known.contains($0) }.sorted()
      for name in new { self.upload(name) }
      completion(new.count)
    }
  }

  private func upload(_ name: String) {
    guard let text = Bundle.main.object(forInfoDictionaryKey: "BackupURL") as? String,
      let url = URL(string: text)?.appendingPathComponent(name)
    else { return }
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    request.setValue("image/jpeg", forHTTPHeaderField: "Content-Type")
    let task = session.uploadTask(with: request, fromFile: folder.appendingPathComponent(name))
    task.taskDescription = name
    task.resume()
  }

  /// Everything that the app was woken for is told to the session.
  func finish(_ completionHandler: @escaping () -> Void) {
    self.completionHandler = completionHandler
    _ = session
  }
}

extension Backup: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: Error?
  ) {
    let name = task.taskDescription ?? "a photo"
    if let error = error {
      logger.error(
        "\(name, privacy: .public) not sent: \(error.localizedDescription, privacy: .public)"
      )
      return
    }
    let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200...299).contains(status) else {
      logger.error("\(name, privacy: .public) not taken: \(status)")
      return
    }
    sent.insert(name)
    logger.notice("\(name, privacy: .public) is sent, \(task.countOfBytesSent) bytes")
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    completionHandler?()
    completionHandler = nil
  }
}
