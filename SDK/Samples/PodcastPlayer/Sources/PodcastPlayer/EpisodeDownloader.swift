import Foundation
import os.log

/// Downloads episodes in a background session: they arrive also while the app is suspended or not running.
final class EpisodeDownloader: NSObject {
  static let shared = EpisodeDownloader()
  static let identifier = "com.example.podcasts.episodes"

  var backgroundCompletionHandler: (() -> Void)?

  private let logger = Logger(subsystem: "com.example.podcasts", category: "downloads")
  private let folder: URL
  /// The episodes that are on their way.
  private var pending = Set<String>()

  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.background(withIdentifier: Self.identifier)
    configuration.sessionSendsLaunchEvents = true
    configuration.isDiscretionary = false
    return URLSession(configuration: configuration, delegate: self, delegateQueue: .main)
  }()

  private override init() {
    folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appendingPathComponent("Episodes")
    super.init()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Finds the downloads of earlier launches.
  func reconnect() {
    session.getTasksWithCompletionHandler { [weak self] _, _, downloads in
      guard let self = self else { return }
      // One that has ended since was told already.
      let unfinished = downloads.filter { $0.state != .completed }
      self.pending.formUnion(unfinished.compactMap { $0.taskDescription })
      self.logger.notice("\(downloads.count) downloads from before")
    }
  }

  /// Starts the downloads of those that are neither here nor on their way, and says how many these are.
  func download(_ episodes: [Episode]) -> Int {
    let new = episodes.filter { !pending.contains($0.id) && !isDownloaded($0.id) }
    for episode in new {
      let task: URLSessionDownloadTask
      if let data = UserDefaults.standard.data(forKey: "resume \(episode.id)") {
        UserDefaults.standard.removeObject(forKey: "resume \(episode.id)")
        task = session.downloadTask(withResumeData: data)
      } else {
        task = session.downloadTask(with: episode.url)
      }
      task.taskDescription = episode.id
      task.countOfBytesClientExpectsToSend = 1024
      task.resume()
      pending.insert(episode.id)
    }
    return new.count
  }

  private func file(of identifier: String) -> URL {
    folder.appendingPathComponent(identifier).appendingPathExtension("mp3")
  }

  private func isDownloaded(_ identifier: String) -> Bool {
    FileManager.default.fileExists(atPath: file(of: identifier).path)
  }
}

extension EpisodeDownloader: URLSessionDownloadDelegate {
  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    guard let identifier = downloadTask.taskDescription,
      let response = downloadTask.response as? HTTPURLResponse,
      response.statusCode == 200 || response.statusCode == 206
    else { return }
    do {
      try? FileManager.default.removeItem(at: file(of: identifier))
      try FileManager.default.moveItem(at: location, to: file(of: identifier))
      logger.notice("\(identifier, privacy: .public) is here")
      Announcer.shared.announce(identifier)
    } catch {
      logger.error("not kept: \(error.localizedDescription, privacy: .public)")
    }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: Error?
  ) {
    let identifier = task.taskDescription ?? "an episode"
    pending.remove(identifier)
    guard let error = error as NSError? else { return }
    if let data = error.userInfo[NSURLSessionDownloadTaskResumeData] as? Data {
      UserDefaults.standard.set(data, forKey: "resume \(identifier)")
    }
    let reason = error.userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int
    if error.code == NSURLErrorCancelled,
      reason == NSURLErrorCancelledReasonUserForceQuitApplication
    {
      logger.notice("\(identifier, privacy: .public) was cancelled by the user")
    } else {
      logger.error(
        "\(identifier, privacy: .public) failed: \(error.localizedDescription, privacy: .public)"
      )
    }
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    logger.notice("everything was told")
    DispatchQueue.main.async {
      self.backgroundCompletionHandler?()
      self.backgroundCompletionHandler = nil
    }
  }
}
