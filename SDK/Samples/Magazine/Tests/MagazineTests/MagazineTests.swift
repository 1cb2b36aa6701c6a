#if canImport(SimulatedDevice)
import Foundation
import NewsstandKit
import SimulatedDevice
import Testing
import UIKit

@testable import Magazine

@MainActor
@Suite("The magazine", .serialized)
struct MagazineTests {
  /// A device whose server has every issue: 30 MB, at 1 MB/s.
  private func device(_ rules: SimulatedDevice.Rules = .iOS6) async throws -> SimulatedDevice {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var information = try AppInformation(
      contentsOf: package.appendingPathComponent("Magazine.app")
    )
    information.values["IssuesURL"] = "http://magazine.example.com/"
    let device = try await SimulatedDevice(
      app: AppDelegate.self,
      infoPlist: information,
      rules: rules
    )
    try await device.server("magazine.example.com") { request in
      guard request.url.lastPathComponent != "bad.pdf" else { return .init(status: 404) }
      return .init(size: 30_000_000, bytesPerSecond: 1_000_000)
    }
    try await device.launch()
    try await device.background()
    try await device.advance(by: .minutes(1))
    return device
  }

  private func announce(_ name: String, on device: SimulatedDevice) async throws {
    try await device.push(["aps": ["content-available": 1], "issue": name])
    try await device.advance(by: .seconds(5))
  }

  private func files(_ name: String) -> [String] {
    guard let folder = NKLibrary.shared()?.issue(withName: name)?.contentURL else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  @Test("has the issue that a push has announced, and is suspended while it is loaded")
  func suspended() async throws {
    let device = try await device()
    nonisolated(unsafe) var completed: [NKIssue] = []
    let observer = NotificationCenter.default.addObserver(
      forName: .NKIssueDownloadCompleted,
      object: nil,
      queue: nil
    ) { if let issue = $0.object as? NKIssue { completed.append(issue) } }
    defer { NotificationCenter.default.removeObserver(observer) }
    try await announce("May", on: device)
    let issue = try #require(NKLibrary.shared()?.issue(withName: "May"))
    #expect(issue.status == NKIssueContentStatus.downloading)
    #expect(NKLibrary.shared()?.downloadingAssets.count == 2)
    #expect(try await device.appState() == "suspended")
    try await device.advance(by: .minutes(2))
    #expect(files("May") == ["May.jpg", "May.pdf"])
    #expect(issue.status == .available && completed == [issue])
    #expect(try await device.wakes(for: .newsstand).count > 1)
    #expect(try await device.appState() == "suspended")
  }

  @Test("is launched for its push, and launched again for what was loaded while it did not run")
  func launched() async throws {
    let device = try await device()
    try await device.memoryPressure(.critical)
    #expect(try await device.appState() == "notRunning")
    try await announce("June", on: device)
    try await device.memoryPressure(.normal)
    try await device.memoryPressure(.critical)
    #expect(try await device.appState() == "notRunning")
    #expect(files("June").isEmpty)
    try await device.memoryPressure(.normal)
    try await device.advance(by: .minutes(2))
    #expect(files("June") == ["June.jpg", "June.pdf"])
    #expect(NKLibrary.shared()?.issue(withName: "June")?.status == .available)
    #expect(try await device.wakes(for: .newsstand).filter { $0.action == "launch" }.count >= 2)
  }

  @Test("keeps what it knows of its issues, and removes them with what they have")
  func kept() async throws {
    let device = try await device()
    try await announce("May", on: device)
    try await device.advance(by: .minutes(2))
    NKLibrary.shared()?.currentlyReadingIssue = NKLibrary.shared()?.issue(withName: "May")
    try await device.forceQuit()
    try await device.launch()
    let library = try #require(NKLibrary.shared())
    let issue = try #require(library.issue(withName: "May"))
    #expect(library.currentlyReadingIssue === issue)
    #expect(library.issues == [issue])
    #expect(abs(issue.date.timeIntervalSinceNow) < 3600)
    let folder = issue.contentURL.path
    library.removeIssue(issue)
    #expect(library.issues.isEmpty && library.currentlyReadingIssue == nil)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("is told what could not be loaded, and loads it when it says so again")
  func failed() async throws {
    let device = try await device()
    try await announce("bad", on: device)
    try await device.advance(by: .minutes(2))
    #expect(files("bad") == ["bad.jpg"])
    let issue = try #require(NKLibrary.shared()?.issue(withName: "bad"))
    #expect(issue.status == .downloading)
    try await device.server("magazine.example.com") { _ in .init(size: 1_000) }
    try await device.launch()
    let asset = try #require(issue.downloadingAssets.first)
    let connection = asset.download(
      with: try #require(UIApplication.shared.delegate as? AppDelegate)
    )
    #expect(connection.originalRequest.url?.lastPathComponent == "bad.pdf")
    #expect(connection.newsstandAssetDownload === asset)
    try await device.advance(by: .minutes(1))
    #expect(files("bad") == ["bad.jpg", "bad.pdf"])
    #expect(issue.status == .available)
  }

  @Test("that is added twice ends the app with a sentence")
  func twice() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT),
      observing: [\.standardErrorContent]
    ) {
      let library = try #require(NKLibrary.shared())
      for _ in 1...2 { _ = library.addIssue(withName: "May", date: Date()) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "reason: 'Cannot add issue 'May': an issue of that name is in the library'"
      ),
      "\(text)"
    )
  }

  @Test("loads what its user asks for in the app as any download, until that is cancelled")
  func cancelled() async throws {
    let device = try await device()
    try await device.launch()
    let library = try #require(NKLibrary.shared())
    let issue = library.addIssue(withName: "July", date: Date())
    let url = try #require(URL(string: "http://magazine.example.com/July.pdf"))
    let asset = issue.addAsset(with: URLRequest(url: url))
    asset.userInfo = ["file": "July.pdf"]
    #expect(asset.urlRequest.url == url && asset.issue === issue)
    #expect(library.asset(named: asset.identifier) === asset)
    let delegate = try #require(UIApplication.shared.delegate as? AppDelegate)
    asset.download(with: delegate).cancel()
    try await device.advance(by: .minutes(1))
    #expect(files("July").isEmpty)
    asset.download(with: delegate)
    try await device.advance(by: .minutes(1))
    #expect(files("July") == ["July.pdf"])
    #expect(try await device.wakes(for: .newsstand).isEmpty)
  }
}

extension NKLibrary {
  fileprivate func asset(named identifier: String) -> NKAssetDownload? {
    downloadingAssets.first { $0.identifier == identifier }
  }
}
#endif
