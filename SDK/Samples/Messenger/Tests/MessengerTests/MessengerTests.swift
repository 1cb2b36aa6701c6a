#if canImport(SimulatedDevice)
import Foundation
import SimulatedDevice
import Testing

@testable import Messenger

@MainActor
@Suite("The messenger", .serialized)
struct MessengerTests {
  private let server = ChatServer()

  private func device(_ rules: SimulatedDevice.Rules) async throws -> SimulatedDevice {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var information = try AppInformation(
      contentsOf: package.appendingPathComponent("Messenger.app")
    )
    information.values["ServerPort"] = Int(server.port)
    return try await SimulatedDevice(
      app: AppDelegate.self,
      infoPlist: information,
      rules: rules
    )
  }

  @Test("keeps its connection for hours while it is suspended, under the rules of iOS 6")
  func keepAlive() async throws {
    let device = try await device(.iOS6)
    try await device.launch()
    try await device.background()
    try await device.advance(by: .minutes(1))
    #expect(server.lines == ["message I am away."])
    #expect(try await device.appState() == "suspended")
    try await device.advance(by: .hours(2))
    let pings = Array(repeating: "ping", count: 12)
    #expect(server.lines == ["message I am away."] + pings, "\(server.lines)")
    #expect(try await device.appState() == "suspended")
    // In front it pings no more.
    try await device.launch()
    let count = server.lines.count
    try await device.advance(by: .hours(1))
    #expect(server.lines.count == count)
  }

  @Test("counts on pushes under today's rules, which ring also when its user has quit it")
  func push() async throws {
    let device = try await device(.iOS26)
    try await device.launch()
    try await device.background()
    try await device.advance(by: .hours(2))
    #expect(server.lines == ["message I am away."])
    try await device.forceQuit()
    #expect(try await device.appState() == "notRunning")
    try await device.push(["aps": [String: Any](), "caller": "Anna"], type: .voIP)
    try await device.advance(by: .minutes(1))
    #expect(try await device.wakes(for: .voIPPush).count == 1)
    // One that has not reported its call would have been ended.
    #expect(try await device.appState() == "suspended")
  }

  @Test("is given fetches, since it asks for as many as there are")
  func fetches() async throws {
    let device = try await device(.iOS26)
    for _ in 1...7 {
      try await device.launch()
      try await device.advance(by: .minutes(1))
      try await device.background()
      try await device.advance(by: .days(1))
    }
    #expect(try await !device.runs(of: Decision.fetch).isEmpty)
  }
}
#endif
