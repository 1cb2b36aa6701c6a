import Foundation
import SimulatedDevice
import Synchronization
import Testing
import UIKit

extension OneDevice {
  @MainActor
  @Suite("Resume data on a device")
  struct ResumeDataTests {
    init() { Transferring.begin() }

    /// A device with a server whose file takes a minute, and what that is asked with.
    private func device() async throws -> (SimulatedDevice, Authorizations) {
      let device = try await Transferring.launched()
      let asked = Authorizations()
      try await device.server("media.example.com") { request in
        asked.all.withLock { $0.append(request.headers["Authorization"] ?? "nobody") }
        return .init(size: 60_000, bytesPerSecond: 1_000)
      }
      return (device, asked)
    }

    /// The resume data of a download of that file, which was cancelled after 20 s.
    private func cancelled(
      on device: SimulatedDevice,
      sending authorization: String? = nil
    ) async throws -> Data {
      let address = try #require(URL(string: "http://media.example.com/a.bin"))
      var request = URLRequest(url: address)
      request.setValue(authorization, forHTTPHeaderField: "Authorization")
      let task = Transferring.current?.session?.downloadTask(with: request)
      task?.resume()
      try await device.advance(by: .seconds(20))
      task?.cancel { data in Told.resumeData.withLock { $0 = data } }
      try await device.advance(by: .seconds(1))
      return try #require(Told.resumeData.withLock { $0 })
    }

    @Test("that is cancelled with resume data continues in another task")
    func resumeData() async throws {
      let (device, _) = try await device()
      let data = try await cancelled(on: device)
      try await device.advance(by: .minutes(5))
      let next = Transferring.current?.session?.downloadTask(withResumeData: data)
      next?.taskDescription = "the rest"
      next?.resume()
      try await device.advance(by: .seconds(41))
      #expect(
        Transferring.lines.suffix(3) == [
          "continues at 20000 of 60000", "file of the rest: 60000 bytes",
          "the rest ended with 200",
        ]
      )
    }

    @Test("that a later process continues says who asks, which its resume data does not")
    func resumeDataWithSecrets() async throws {
      let (device, asked) = try await device()
      let data = try await cancelled(on: device, sending: "Bearer 7")
      try await device.advance(by: .minutes(5))
      #expect(data.range(of: Data("Bearer".utf8)) == nil)
      try await device.forceQuit()
      try await device.launch()
      Transferring.current?.session?.downloadTask(withResumeData: data).resume()
      try await device.advance(by: .seconds(41))
      #expect(asked.all.withLock { $0 } == ["Bearer 7", "Bearer 7"])
    }

    @Test("says who asks after its session has ended as well")
    func endedSession() async throws {
      let (device, asked) = try await device()
      let data = try await cancelled(on: device, sending: "Bearer 7")
      let kept = try #require(try keptFiles().first)
      Transferring.current?.session?.invalidateAndCancel()
      try await device.advance(by: .seconds(1))
      #expect(try keptFiles() == [kept])
      let configuration = URLSessionConfiguration.background(withIdentifier: "next")
      let next = URLSession(configuration: configuration, delegate: Told(), delegateQueue: .main)
      next.downloadTask(withResumeData: data).resume()
      try await device.advance(by: .seconds(5))
      #expect(asked.all.withLock { $0 } == ["Bearer 7", "Bearer 7"])
    }

    @Test("says no more who asks after 7 days")
    func oldSecrets() async throws {
      let (device, asked) = try await device()
      let data = try await cancelled(on: device, sending: "Bearer 7")
      for name in try keptFiles() {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -8 * 86_400)],
          ofItemAtPath: try keptFolder() + "/" + name
        )
      }
      try await device.forceQuit()
      try await device.launch()
      Transferring.current?.session?.downloadTask(withResumeData: data).resume()
      try await device.advance(by: .seconds(41))
      #expect(asked.all.withLock { $0 } == ["Bearer 7", "nobody"])
    }

    /// Where the SDK keeps what resume data does not have.
    private func keptFolder() throws -> String {
      let environment = ProcessInfo.processInfo.environment
      let home = try #require(environment["TORPOR_CONTAINER"] ?? environment["CFFIXED_USER_HOME"])
      return home + "/Library/Application Support/io.torpor.resume"
    }

    private func keptFiles() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: keptFolder())
    }
  }
}
