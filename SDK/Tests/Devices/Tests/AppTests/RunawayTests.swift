import Foundation
import SimulatedDevice
import Testing
import UIKit

private final class Hanging: UIResponder, UIApplicationDelegate {
  nonisolated(unsafe) static var hang: () -> Void = {}

  func applicationDidEnterBackground(_ application: UIApplication) { Self.hang() }
}

nonisolated(unsafe) private var isOver = false
private let neverSignalled = DispatchSemaphore(value: 0)

private func loopUntilItIsOver() {
  let end = Date(timeIntervalSinceNow: 1)
  while Date() < end, !isOver {}
}

private func waitForNobody() { neverSignalled.wait() }

extension OneDevice {
  @Suite("A runaway on a device")
  struct RunawayTests {
    @Test("that loops until a time has come is reported with the function in which it does")
    func busy() async throws {
      Hanging.hang = loopUntilItIsOver
      let device = try await SimulatedDevice(
        app: Hanging.self,
        infoPlist: plain,
        patience: .milliseconds(500)
      )
      try await device.launch()
      let runaway = await #expect(throws: Runaway.self) { try await device.background() }
      isOver = true
      #expect(runaway?.kind == .busy)
      let text = try #require(runaway?.description)
      #expect(text.contains("loopUntilItIsOver"), "\(text)")
    }

    @Test("that blocks the main thread is reported when the system has ended the app")
    func blocked() async throws {
      Hanging.hang = waitForNobody
      let device = try await SimulatedDevice(app: Hanging.self, infoPlist: plain)
      try await device.launch()
      try await device.background()
      let runaway = await #expect(throws: Runaway.self) {
        try await device.advance(by: .minutes(10))
      }
      neverSignalled.signal()
      #expect(runaway?.kind == .mainThreadBlocked)
      let text = try #require(runaway?.description)
      #expect(text.contains("waitForNobody"), "\(text)")
    }
  }
}
