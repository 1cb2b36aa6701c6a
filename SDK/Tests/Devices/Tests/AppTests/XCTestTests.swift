import SimulatedDevice
import UIKit
import XCTest

private final class Counted: UIResponder, UIApplicationDelegate {
  nonisolated(unsafe) static var backgrounds = 0

  func applicationDidEnterBackground(_ application: UIApplication) { Self.backgrounds += 1 }
}

/// A device in a test of XCTest, in which Swift Testing has no part.
final class DeviceXCTests: XCTestCase {
  func testAppIsSuspendedInTheBackground() async throws {
    Counted.backgrounds = 0
    let device = try await SimulatedDevice(app: Counted.self, infoPlist: plain)
    try await device.launch()
    try await device.background()
    try await device.advance(by: .days(1))
    let state = try await device.appState()
    XCTAssertEqual(state, "suspended")
    XCTAssertEqual(Counted.backgrounds, 1)
  }
}
