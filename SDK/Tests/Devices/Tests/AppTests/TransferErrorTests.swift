import Foundation
import SimulatedDevice
import Testing
import UIKit

extension OneDevice {
  /// The errors of background sessions that the system itself decides on, by Apple's API.
  @MainActor
  @Suite("A task in the background that the system ends")
  struct TransferErrorTests {
    init() { Transferring.begin() }

    private func downloading(_ bytesPerSecond: Int = 1_000) async throws -> SimulatedDevice {
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { _ in
        .init(size: 60_000, bytesPerSecond: bytesPerSecond)
      }
      Transferring.download("http://media.example.com/a.bin")
      return device
    }

    /// Who has cancelled the task that ended last.
    private var reason: URLError.BackgroundTaskCancelledReason? {
      (Told.failure.withLock { $0 } as? URLError)?.backgroundTaskCancelledReason
    }

    @Test("because the user has closed the app was cancelled for the first reason")
    func forceQuit() async throws {
      let device = try await downloading()
      try await device.advance(by: .seconds(10))
      try await device.forceQuit()
      try await device.advance(by: .hours(1))
      #expect(Transferring.lines == ["launched in the front"])
      try await device.launch()
      #expect(Transferring.lines.last == "a.bin failed with -999, reason 0")
      #expect(reason == .userForceQuitApplication)
    }

    @Test("because the user has turned background refresh off was cancelled for the second reason")
    func refreshOff() async throws {
      let device = try await downloading()
      try await device.allowBackgroundRefresh(false)
      try await device.advance(by: .seconds(10))
      // On screen the app may.
      #expect(Transferring.lines == ["launched in the front"])
      try await device.background()
      try await device.advance(by: .seconds(5))
      try await device.launch()
      #expect(Transferring.lines.last == "a.bin failed with -999, reason 1")
      #expect(reason == .backgroundUpdatesDisabled)
    }

    @Test("because the disk had no room was cancelled for the third reason, and wakes the app")
    func noRoom() async throws {
      Transferring.configure = { $0.timeoutIntervalForResource = 2 * 86_400 }
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { _ in .init(size: 60_000) }
      try await device.setFreeSpace(bytes: 50_000)
      let url = try #require(URL(string: "http://media.example.com/a.bin"))
      let task = Transferring.current?.session?.downloadTask(with: url)
      task?.taskDescription = "a.bin"
      task?.countOfBytesClientExpectsToReceive = 60_000
      task?.resume()
      try await device.background()
      try await device.advance(by: .days(1))
      #expect(Transferring.lines == ["launched in the front"])
      try await device.advance(by: .days(1) + .seconds(1))
      #expect(
        Transferring.lines.dropFirst() == [
          "woken for files", "a.bin failed with -999, reason 2", "everything was told",
        ]
      )
      #expect(reason == .insufficientSystemResources)
      let error = try #require(Told.failure.withLock { $0 }) as NSError
      #expect(error.userInfo[NSURLErrorBackgroundTaskCancelledReasonKey] as? Int == 2)
    }

    @Test("because its time is up has timed out")
    func timedOut() async throws {
      Transferring.configure = { $0.timeoutIntervalForResource = 60 }
      let device = try await downloading(100)
      try await device.advance(by: .seconds(59))
      #expect(Transferring.lines == ["launched in the front"])
      try await device.advance(by: .seconds(2))
      #expect(Transferring.lines.last == "a.bin failed with -1001")
    }

    @Test("because it is an extension's without a shared container was never begun")
    func sharedContainer() async throws {
      var information: [String: Any] = ["CFBundleIdentifier": "com.example.transferring"]
      information["NSExtension"] = ["NSExtensionPointIdentifier": "com.apple.share-services"]
      let plist = AppInformation(information)
      let device = try await Transferring.launched(infoPlist: plist)
      try await device.server("media.example.com") { _ in .init(size: 1) }
      Transferring.download("http://media.example.com/a.bin")
      try await device.advance(by: .seconds(1))
      #expect(Transferring.lines.last == "a.bin failed with -995")
      await device.end()

      Transferring.begin()
      Transferring.configure = { $0.sharedContainerIdentifier = "group.com.example" }
      let other = try await Transferring.launched(infoPlist: plist)
      try await other.server("media.example.com") { _ in .init(size: 1) }
      Transferring.download("http://media.example.com/a.bin")
      try await other.advance(by: .seconds(1))
      #expect(Transferring.lines.last == "a.bin ended with 200")
    }

    @Test("because it is of data was disconnected")
    func dataTask() async throws {
      let device = try await Transferring.launched()
      let url = try #require(URL(string: "http://media.example.com/a.bin"))
      let task = Transferring.current?.session?.dataTask(with: url)
      task?.taskDescription = "data"
      task?.resume()
      try await device.advance(by: .seconds(1))
      #expect(Transferring.lines.last == "data failed with -997")
    }
  }
}
