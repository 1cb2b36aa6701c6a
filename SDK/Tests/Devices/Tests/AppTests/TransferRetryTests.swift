import Foundation
import SimulatedDevice
import Synchronization
import Testing
import UIKit

extension OneDevice {
  @MainActor
  @Suite("A background session whose network or server fails")
  struct TransferRetryTests {
    init() { Transferring.begin() }

    @Test("waits for a network that is gone, and continues where it was")
    func network() async throws {
      let asked = Asked()
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { request in
        asked.offsets.withLock { $0.append(request.offset) }
        return .init(size: 60_000, bytesPerSecond: 1_000)
      }
      Transferring.download("http://media.example.com/a.bin")
      try await device.advance(by: .seconds(20))
      try await device.setNetwork(.none)
      try await device.advance(by: .hours(1))
      #expect(Transferring.lines == ["launched in the front"])
      try await device.setNetwork(.wifi)
      try await device.advance(by: .seconds(39))
      #expect(Transferring.lines.last == "continues at 20000 of 60000")
      try await device.advance(by: .minutes(2))
      #expect(Transferring.lines.last == "a.bin ended with 200")
      #expect(asked.offsets.withLock { $0 } == [0, 20_000])
    }

    @Test("is tried again where nobody listens, until somebody does")
    func unreachable() async throws {
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { _ in .unreachable }
      Transferring.download("http://media.example.com/a.txt")
      try await device.advance(by: .minutes(30))
      #expect(Transferring.lines == ["launched in the front"])
      try await device.server("media.example.com") { _ in .init(body: Data("here".utf8)) }
      try await device.advance(by: .hours(2))
      #expect(Transferring.lines.contains("file of a.txt: here"))
    }

    @Test("to a host without a server fails at its time limit")
    func unknownHost() async throws {
      Transferring.configure = { $0.timeoutIntervalForResource = 60 }
      let device = try await Transferring.launched()
      Transferring.download("http://nobody.example.com/a.txt")
      try await device.advance(by: .minutes(5))
      #expect(Transferring.lines.last == "a.txt failed with -1001")
    }

    @Test("that breaks off or becomes silent is asked for again")
    func broken() async throws {
      let asked = Asked()
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { request in
        asked.offsets.withLock { $0.append(request.offset) }
        var response = SimulatedDevice.Response(size: 30_000, bytesPerSecond: 1_000)
        if request.attempt == 1 { response.end = .lost(afterBytes: 10_000) }
        if request.attempt == 2 { response.end = .stalls(afterBytes: 20_000) }
        return response
      }
      Transferring.download("http://media.example.com/a.bin")
      try await device.advance(by: .hours(1))
      #expect(Transferring.lines.last == "a.bin ended with 200")
      #expect(asked.offsets.withLock { $0 } == [0, 10_000, 20_000])
    }

    @Test("times out where nothing comes, or too late")
    func silent() async throws {
      let asked = Asked()
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { request in
        asked.offsets.withLock { $0.append(request.attempt) }
        var response = SimulatedDevice.Response(size: 1_000)
        if request.attempt == 1 { response.bytesPerSecond = 0 }
        if request.attempt == 2 { response.delay = .seconds(300) }
        return response
      }
      Transferring.download("http://media.example.com/a.bin")
      try await device.advance(by: .seconds(59))
      #expect(Transferring.lines == ["launched in the front"])
      try await device.advance(by: .hours(1))
      #expect(asked.offsets.withLock { $0 } == [1, 2, 3])
      #expect(Transferring.lines.last == "a.bin ended with 200")
    }

    @Test("that is discretionary waits for Wi-Fi and power")
    func discretionary() async throws {
      Transferring.configure = { $0.isDiscretionary = true }
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { _ in .init(body: Data("here".utf8)) }
      try await device.setNetwork(.cellular)
      Transferring.download("http://media.example.com/a.txt")
      try await device.background()
      try await device.advance(by: .hours(3))
      #expect(!Transferring.lines.contains("a.txt ended with 200"))
      try await device.setNetwork(.wifi)
      try await device.setPower(isCharging: true, percent: 90)
      try await device.lock()
      try await device.advance(by: .hours(12))
      #expect(Transferring.lines.contains("a.txt ended with 200"))
    }
  }
}
