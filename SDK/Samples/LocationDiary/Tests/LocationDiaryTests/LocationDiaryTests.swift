#if canImport(SimulatedDevice)
import CoreLocation
import Foundation
import SimulatedDevice
import Testing

@testable import LocationDiary

@MainActor
@Suite("The location diary", .serialized)
struct LocationDiaryTests {
  /// From a house to a place 3 km away, and back in the evening.
  private static let day = Data(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="test"><trk><trkseg>
      <trkpt lat="52.5200" lon="13.4050"><time>2026-01-05T09:00:00Z</time></trkpt>
      <trkpt lat="52.5205" lon="13.4120"><time>2026-01-05T09:10:00Z</time></trkpt>
      <trkpt lat="52.5210" lon="13.4500"><time>2026-01-05T09:25:00Z</time></trkpt>
      <trkpt lat="52.5205" lon="13.4120"><time>2026-01-05T18:00:00Z</time></trkpt>
      <trkpt lat="52.5200" lon="13.4050"><time>2026-01-05T18:10:00Z</time></trkpt>
      <trkpt lat="52.5200" lon="13.4051"><time>2026-01-05T18:20:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """.utf8
  )

  @Test("notes that its owner left home and came back, also where it was ended in between")
  func way() async throws {
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let device = try await SimulatedDevice(
      app: AppDelegate.self,
      infoPlist: AppInformation(contentsOf: package.appendingPathComponent("LocationDiary.app"))
    )
    let track = try Track(gpx: Self.day)
    try await device.move(latitude: 52.52, longitude: 13.405)
    try await device.launch()
    try await device.allowLocation(.always)
    try await device.advance(by: .minutes(1))
    try await device.move(latitude: 52.52, longitude: 13.405)
    try await device.advance(by: .minutes(1))
    try await device.background()
    try await device.advance(by: .minutes(1))
    try await device.memoryPressure(.critical)
    try await device.advance(by: .minutes(1))
    #expect(try await device.appState() == "notRunning")
    try await device.memoryPressure(.normal)
    try await device.move(along: track)
    try await device.advance(by: .minutes(10))
    let notes = Diary().entries.map(\.what)
    print(try await device.log())
    #expect(notes.contains("left home"), "\(notes)")
    #expect(notes.contains("came to home"), "\(notes)")
  }
}
#endif
