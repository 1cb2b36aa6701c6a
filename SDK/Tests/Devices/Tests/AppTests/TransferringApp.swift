import Foundation
import SimulatedDevice
import Synchronization
import UIKit

/// An app that downloads and uploads in a background session, as an object of each of its processes.
@MainActor
final class Transferring: UIResponder, UIApplicationDelegate {
  static var lines: [String] = []
  static var configure: (URLSessionConfiguration) -> Void = { _ in }
  private(set) static var current: Transferring?
  private(set) var session: URLSession?
  private var completionHandler: (() -> Void)?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.current = self
    let state = application.applicationState == .background ? "background" : "front"
    Self.lines.append("launched in the \(state)")
    let configuration = URLSessionConfiguration.background(withIdentifier: "files")
    Self.configure(configuration)
    session = URLSession(configuration: configuration, delegate: Told(), delegateQueue: .main)
    return true
  }

  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    Self.lines.append("woken for \(identifier)")
    self.completionHandler = completionHandler
  }

  func everythingWasTold() {
    Self.lines.append("everything was told")
    completionHandler?()
    completionHandler = nil
  }

  /// Begins a download, as the user would have the app do.
  @discardableResult
  static func download(_ url: String) -> URLSessionDownloadTask? {
    guard let address = URL(string: url) else { return nil }
    let task = current?.session?.downloadTask(with: address)
    task?.taskDescription = url.split(separator: "/").last.map(String.init)
    task?.resume()
    return task
  }
}

final class Told: NSObject, URLSessionDownloadDelegate {
  static let steps = Mutex<[Int64]>([])
  static let resumeData = Mutex<Data?>(nil)
  static let failure = Mutex<(any Error)?>(nil)

  private func note(_ line: String) {
    MainActor.assumeIsolated { Transferring.lines.append(line) }
  }

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let bytes = (try? Data(contentsOf: location, options: .mappedIfSafe)) ?? Data()
    let text = bytes.count < 100 ? String(decoding: bytes, as: UTF8.self) : "\(bytes.count) bytes"
    note("file of \(downloadTask.taskDescription ?? "-"): \(text)")
  }

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64,
    totalBytesExpectedToWrite: Int64
  ) {
    Self.steps.withLock { $0.append(totalBytesWritten) }
  }

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didResumeAtOffset fileOffset: Int64,
    expectedTotalBytes: Int64
  ) {
    note("continues at \(fileOffset) of \(expectedTotalBytes)")
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: Error?
  ) {
    let name = task.taskDescription ?? "-"
    guard let failure = error else {
      let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
      return note("\(name) ended with \(status)")
    }
    let error = failure as NSError
    let reason = error.userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int
    Self.failure.withLock { $0 = failure }
    if let data = error.userInfo[NSURLSessionDownloadTaskResumeData] as? Data {
      Self.resumeData.withLock { $0 = data }
    }
    note("\(name) failed with \(error.code)\(reason.map { ", reason \($0)" } ?? "")")
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    note("asked by \(challenge.protectionSpace.realm ?? "-")")
    let credential = URLCredential(user: "ada", password: "secret", persistence: .none)
    completionHandler(.useCredential, credential)
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    MainActor.assumeIsolated { Transferring.current?.everythingWasTold() }
  }
}

let transferring = AppInformation(["CFBundleIdentifier": "com.example.transferring"])

extension Transferring {
  /// A device on which it has been launched, and nothing else has happened.
  static func launched(
    _ rules: SimulatedDevice.Rules = .iOS26,
    infoPlist: AppInformation = transferring
  ) async throws -> SimulatedDevice {
    let device = try await SimulatedDevice(
      app: Transferring.self,
      infoPlist: infoPlist,
      rules: rules
    )
    try await device.launch()
    return device
  }

  /// Forgets what was told in the test before.
  static func begin() {
    lines = []
    configure = { _ in }
    Told.steps.withLock { $0 = [] }
    Told.resumeData.withLock { $0 = nil }
    Told.failure.withLock { $0 = nil }
  }
}

/// Who has asked a server.
final class Authorizations: Sendable {
  let all = Mutex<[String]>([])
}

/// What servers were asked.
final class Asked: Sendable {
  let offsets = Mutex<[Int]>([])
  let bodies = Mutex<[Data]>([])
}
