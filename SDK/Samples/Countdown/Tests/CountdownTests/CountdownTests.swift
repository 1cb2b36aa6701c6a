#if canImport(SimulatedDevice)
import Foundation
import SimulatedDevice
import Testing

@testable import Countdown

@MainActor
@Suite("The countdown", .serialized)
struct CountdownTests {
  private static func device() async throws -> SimulatedDevice {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try await SimulatedDevice(
      app: AppDelegate.self,
      infoPlist: AppInformation(contentsOf: package.appendingPathComponent("Countdown.app"))
    )
  }

  @Test("counts to the end in the background, and is suspended then")
  func countdown() async throws {
    let device = try await Self.device()
    try await device.launch()
    try await device.background()
    #expect(try await device.appState() == "background")
    try await device.advance(by: .seconds(30))
    #expect(try await device.appState() == "suspended")
  }

  @Test("is given fetches, since it asks for as many as there are")
  func fetches() async throws {
    let device = try await Self.device()
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
