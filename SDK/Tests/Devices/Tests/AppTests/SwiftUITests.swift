import BackgroundTasks
import Foundation
import SimulatedDevice
import SwiftUI
import Testing
import UIKit

/// As an app of SwiftUI is written, without its views.
private struct Reader: App {
  @UIApplicationDelegateAdaptor(ReaderDelegate.self) private var delegate
  @Environment(\.scenePhase) private var phase
  @State private var count = 0

  var body: some Scene {
    WindowGroup { EmptyView() }
      .onChange(of: phase) { phase in
        ReaderDelegate.lines.append("phase \(phase)")
        count += 1
        if phase == .background { ReaderDelegate.scheduleRefresh() }
      }
      .backgroundTask(.appRefresh("com.example.reader.refresh")) {
        await ReaderDelegate.refresh()
      }
      .backgroundTask(.urlSession("articles")) {
        await ReaderDelegate.takeArticles()
      }
  }
}

@MainActor
private final class ReaderDelegate: NSObject, UIApplicationDelegate {
  static var lines: [String] = []
  static var isSlow = false
  private static var session: URLSession?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Self.lines.append("launched")
    return true
  }
  func applicationDidBecomeActive(_ application: UIApplication) { Self.lines.append("never") }

  static func scheduleRefresh() {
    let request = BGAppRefreshTaskRequest(identifier: "com.example.reader.refresh")
    try? BGTaskScheduler.shared.submit(request)
  }

  static func refresh() async {
    lines.append("refreshing")
    guard isSlow else { return }
    // Until the system wants the time back.
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)) }
    lines.append("cancelled")
  }

  static func download() {
    let session = URLSession(
      configuration: .background(withIdentifier: "articles"),
      delegate: nil,
      delegateQueue: .main
    )
    Self.session = session
    if let url = URL(string: "http://news.example.com/all") {
      session.downloadTask(with: url).resume()
    }
  }

  static func takeArticles() async { lines.append("articles") }
}

private let reader = AppInformation([
  "CFBundleIdentifier": "com.example.reader", "UIBackgroundModes": ["fetch"],
  "BGTaskSchedulerPermittedIdentifiers": ["com.example.reader.refresh"],
])

extension OneDevice {
  @MainActor
  @Suite("An app of SwiftUI on a device")
  struct SwiftUITests {
    init() { (ReaderDelegate.lines, ReaderDelegate.isSlow) = ([], false) }

    @Test("follows its phase, and is refreshed by its background task")
    func refreshed() async throws {
      let device = try await SimulatedDevice(app: Reader.self, infoPlist: reader)
      try await device.launch()
      #expect(ReaderDelegate.lines == ["launched", "phase inactive", "phase active"])
      try await device.background()
      #expect(ReaderDelegate.lines.suffix(2) == ["phase inactive", "phase background"])
      try await device.advance(by: .days(1))
      #expect(ReaderDelegate.lines.filter { $0 == "refreshing" }.count == 1)
      let run = try await device.runs(of: "com.example.reader.refresh")
      #expect(run.count == 1)
      #expect(try await device.appState() == "suspended")
    }

    @Test("is told that the time of its task is over by its cancellation")
    func cancelled() async throws {
      ReaderDelegate.isSlow = true
      let device = try await SimulatedDevice(app: Reader.self, infoPlist: reader)
      try await device.launch()
      try await device.background()
      try await device.advance(by: .days(1))
      #expect(ReaderDelegate.lines.suffix(2) == ["refreshing", "cancelled"])
      #expect(try await device.appState() == "suspended")
    }

    @Test("is launched for its background session")
    func session() async throws {
      let device = try await SimulatedDevice(app: Reader.self, infoPlist: reader)
      try await device.server("news.example.com") { _ in .init(size: 60_000, bytesPerSecond: 1000) }
      try await device.launch()
      ReaderDelegate.download()
      try await device.background()
      try await device.advance(by: .minutes(2))
      #expect(ReaderDelegate.lines.last == "articles")
      #expect(try await device.wakes(for: .transfer).count == 1)
    }
  }
}
