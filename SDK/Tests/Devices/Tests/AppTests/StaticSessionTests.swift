import Foundation
import SimulatedDevice
import Testing
import UIKit

extension OneDevice {
  @MainActor
  @Suite("A background session of the whole app")
  struct StaticSessionTests {
    init() { Transferring.begin() }

    @Test("in a static is there for the next process, which would have made it anew")
    func statics() async throws {
      Shelf.lines = []
      let device = try await SimulatedDevice(
        app: ShelfDelegate.self,
        infoPlist: AppInformation(["CFBundleIdentifier": "com.example.shelf"])
      )
      try await device.server("media.example.com") { _ in
        .init(size: 60_000, bytesPerSecond: 1_000)
      }
      try await device.launch()
      let url = try #require(URL(string: "http://media.example.com/a"))
      Shelf.shared.session.downloadTask(with: url).resume()
      try await device.background()
      try await device.advance(by: .seconds(30))
      try await device.memoryPressure(.critical)
      try await device.advance(by: .minutes(2))
      #expect(Shelf.lines == ["woken", "file", "ended"])
      // And it takes new tasks.
      Shelf.shared.session.downloadTask(with: url).resume()
      try await device.advance(by: .minutes(2))
      #expect(Shelf.lines.suffix(3) == ["woken", "file", "ended"])
    }
  }
}

/// A session of which there is one for the whole app, as many apps have it.
private final class Shelf: NSObject, URLSessionDownloadDelegate {
  static let shared = Shelf()
  @MainActor static var lines: [String] = []
  lazy var session = URLSession(
    configuration: .background(withIdentifier: "shelf"),
    delegate: self,
    delegateQueue: .main
  )
  var completionHandler: (() -> Void)?

  func urlSession(
    _ session: URLSession,
    downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) { MainActor.assumeIsolated { Self.lines.append("file") } }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    MainActor.assumeIsolated { Self.lines.append(error == nil ? "ended" : "failed") }
  }

  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
    completionHandler?()
    completionHandler = nil
  }
}

@MainActor
private final class ShelfDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    Shelf.lines.append("woken")
    Shelf.shared.completionHandler = completionHandler
    _ = Shelf.shared.session
  }
}
