#if canImport(SimulatedDevice)
import Foundation
import SimulatedDevice
import Testing

@testable import PodcastPlayer

@MainActor
@Suite("The podcast player", .serialized)
struct PodcastPlayerTests {
  private static let feed = (1...3).map {
    #"{"id": "episode \#($0)", "url": "https://media.example.com/\#($0).mp3"}"#
  }

  private static var folder: URL {
    FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appendingPathComponent("Episodes")
  }

  private static var episodes: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// A device whose servers have a feed of three episodes of 60 MB, at 1 MB/s each.
  private static func device() async throws -> SimulatedDevice {
    let server = try FeedServer("[\(feed.joined(separator: ", "))]")
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var information = try AppInformation(
      contentsOf: package.appendingPathComponent("PodcastPlayer.app")
    )
    information.values["FeedURL"] = "http://127.0.0.1:\(server.port)/feed.json"
    let device = try await SimulatedDevice(app: AppDelegate.self, infoPlist: information)
    try await device.server("media.example.com") { _ in
      SimulatedDevice.Response(size: 60_000_000, bytesPerSecond: 1_000_000)
    }
    // The downloader is a static, which has made it on the device before.
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return device
  }

  @Test("has its episodes when they were loaded, and is not there meanwhile")
  func away() async throws {
    let device = try await Self.device()
    try await device.launch()
    try await device.advance(by: .seconds(5))
    try await device.background()
    try await device.advance(by: .seconds(30))
    // The system needs the memory, and loads on.
    try await device.memoryPressure(.critical)
    #expect(try await device.appState() == "notRunning")
    #expect(Self.episodes.isEmpty)
    try await device.memoryPressure(.normal)
    try await device.advance(by: .minutes(1))
    #expect(Self.episodes == (1...3).map { "episode \($0).mp3" })
    #expect(try await device.wakes(for: .transfer).first?.action == "launch")
    #expect(try await device.appState() == "suspended")
  }

  @Test("begins anew what its user has cancelled by closing it")
  func closed() async throws {
    let device = try await Self.device()
    try await device.launch()
    try await device.advance(by: .seconds(20))
    try await device.forceQuit()
    try await device.advance(by: .hours(1))
    #expect(Self.episodes.isEmpty)
    // The first launch is told what was cancelled, and the next one loads it.
    try await device.launch()
    try await device.background()
    try await device.launch()
    try await device.background()
    try await device.advance(by: .minutes(2))
    #expect(Self.episodes.count == 3)
  }

  @Test("waits for the network, and continues where it was")
  func tunnel() async throws {
    let device = try await Self.device()
    try await device.launch()
    try await device.advance(by: .seconds(30))
    try await device.background()
    try await device.setNetwork(.none)
    try await device.advance(by: .minutes(10))
    #expect(Self.episodes.isEmpty)
    try await device.setNetwork(.cellular)
    try await device.advance(by: .seconds(45))
    #expect(Self.episodes.count == 3)
  }

  @Test(
    "plays what has come until its sleep timer ends it, and is suspended off screen, being silent"
  )
  func playing() async throws {
    let device = try await Self.device()
    try await device.launch()
    try await device.allowNotifications(true)
    try await device.advance(by: .seconds(5))
    try await device.background()
    try await device.advance(by: .minutes(3))
    #expect(try await device.appState() == "suspended")
    #expect(try await device.notifications().contains("episode 1"))
    try await device.respond(to: "episode 1")
    #expect(Player.shared.episode == "episode 1")
    try await device.advance(by: .minutes(31))
    #expect(Player.shared.episode == nil)
    #expect((1795...1810).contains(Int(Player.shared.position(in: "episode 1"))))
    // A session is no sound: what keeps an app running is what is heard of it.
    Player.shared.play("episode 1")
    try await device.background()
    try await device.advance(by: .minutes(1))
    #expect(try await device.appState() == "suspended")
    // Which ends its session, as it is told when it runs again.
    try await device.launch()
    try await device.advance(by: .seconds(1))
    #expect(Player.shared.episode == nil)
  }
}
#endif
