#if canImport(SimulatedDevice)
import Foundation
import SimulatedDevice
import Synchronization
import Testing

@testable import PhotoBackup

/// What the server has taken.
private final class Taken: Sendable {
  let photos = Mutex<[String: Data]>([:])
}

@MainActor
@Suite("The photo backup", .serialized)
struct PhotoBackupTests {
  private let taken = Taken()

  private func device() async throws -> SimulatedDevice {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let information = try AppInformation(
      contentsOf: package.appendingPathComponent("PhotoBackup.app")
    )
    let device = try await SimulatedDevice(app: AppDelegate.self, infoPlist: information)
    let taken = taken
    try await device.server("127.0.0.1:8000") { request in
      guard request.headers["X-Device"] == "camera" else { return .init(status: 403) }
      let name = request.url.lastPathComponent
      return .init(received: { data in taken.photos.withLock { $0[name] = data } })
    }
    return device
  }

  private func take(_ name: String, bytes: Int = 3_000_000) throws {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
      .appendingPathComponent("Photos")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let photo = Data(repeating: 7, count: bytes)
    try photo.write(to: folder.appendingPathComponent(name))
  }

  private var names: [String] { taken.photos.withLock { $0.keys.sorted() } }

  @Test("sends photos while it is suspended, each once")
  func suspended() async throws {
    let device = try await device()
    for number in 1...3 { try take("\(number).jpg") }
    try await device.launch()
    try await device.background()
    try await device.advance(by: .minutes(1))
    #expect(names == ["1.jpg", "2.jpg", "3.jpg"])
    #expect(taken.photos.withLock { $0["2.jpg"] }?.count == 3_000_000)
    taken.photos.withLock { $0 = [:] }
    try await device.launch()
    try await device.advance(by: .minutes(1))
    #expect(names == [])
  }

  @Test("sends at night what was taken during the day, by a task of the scheduler")
  func night() async throws {
    let device = try await device()
    try await device.launch()
    try await device.background()
    try await device.advance(by: .hours(10))
    try take("evening.jpg")
    #expect(names == [])
    try await device.lock()
    try await device.setPower(isCharging: true, percent: 50)
    try await device.advance(by: .hours(12))
    #expect(names == ["evening.jpg"])
    #expect(try await device.runs(of: AppDelegate.backupIdentifier).count >= 1)
  }
}
#endif
