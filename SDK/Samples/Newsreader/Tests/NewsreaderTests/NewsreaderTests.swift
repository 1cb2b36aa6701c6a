#if canImport(SimulatedDevice)
import Foundation
import SimulatedDevice
import Testing

@testable import Newsreader

@MainActor
@Suite("The newsreader", .serialized)
struct NewsreaderTests {
  /// The bundle as it is installed, but for the server, which is the test's.
  private static func information(feedAt server: FeedServer) throws -> AppInformation {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var information = try AppInformation(
      contentsOf: package.appendingPathComponent("Newsreader.app")
    )
    information.values["FeedURL"] = "http://127.0.0.1:\(server.port)/feed.json"
    return information
  }

  @Test("is refreshed over a month in which its user opens it every morning")
  func month() async throws {
    let server = try FeedServer()
    let began = server.realSeconds
    let device = try await SimulatedDevice(
      app: AppDelegate.self,
      infoPlist: Self.information(feedAt: server)
    )
    for _ in 1...30 {
      try await device.launch()
      try await device.advance(by: .minutes(5))
      try await device.background()
      try await device.advance(by: .hours(24) - .minutes(5))
    }
    let took = server.realSeconds - began
    // When and why each refresh ran, or did not yet.
    for decision in try await device.decisions()
    where decision.work == AppDelegate.refreshIdentifier && decision.action == "run" {
      print(decision)
    }
    print(try await device.why(AppDelegate.refreshIdentifier))
    print("30 days took \(took) s, with \(server.requestCount) downloads")
    #expect(try await device.runs(of: AppDelegate.refreshIdentifier).count > 20)
    #expect(server.requestCount > 20)
  }

  @Test("downloads for a silent push, and shows its headline where the user lets it")
  func push() async throws {
    let server = try FeedServer()
    let device = try await SimulatedDevice(
      app: AppDelegate.self,
      infoPlist: Self.information(feedAt: server)
    )
    try await device.launch()
    try await device.allowNotifications(true)
    try await device.background()
    try await device.advance(by: .minutes(1))
    try await device.push(["aps": ["content-available": 1], "headline": "Rain"])
    try await device.advance(by: .minutes(1))
    #expect(server.requestCount == 1)
    #expect(try await device.notifications() == ["news"])
    #expect(try await device.appState() == "suspended")
  }

  @Test("is not refreshed without a network")
  func offline() async throws {
    let server = try FeedServer()
    let device = try await SimulatedDevice(
      app: AppDelegate.self,
      infoPlist: Self.information(feedAt: server)
    )
    try await device.launch()
    try await device.background()
    try await device.setNetwork(.none)
    try await device.advance(by: .days(2))
    #expect(try await device.runs(of: AppDelegate.refreshIdentifier).isEmpty)
    #expect(server.requestCount == 0)
  }
}
#endif
