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

    @Test("that is cancelled with resume data continues in another task")
    func resumeData() async throws {
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { _ in
        .init(size: 60_000, bytesPerSecond: 1_000)
      }
      let task = Transferring.download("http://media.example.com/a.bin")
      try await device.advance(by: .seconds(20))
      task?.cancel { data in Told.resumeData.withLock { $0 = data } }
      try await device.advance(by: .minutes(5))
      let data = try #require(Told.resumeData.withLock { $0 })
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
      let device = try await Transferring.launched()
      let asked = Authorizations()
      try await device.server("media.example.com") { request in
        asked.all.withLock { $0.append(request.headers["Authorization"] ?? "nobody") }
        return .init(size: 60_000, bytesPerSecond: 1_000)
      }
      let address = try #require(URL(string: "http://media.example.com/a.bin"))
      var request = URLRequest(url: address)
      request.setValue("Bearer 7", forHTTPHeaderField: "Authorization")
      let task = Transferring.current?.session?.downloadTask(with: request)
      task?.resume()
      try await device.advance(by: .seconds(20))
      task?.cancel { data in Told.resumeData.withLock { $0 = data } }
      try await device.advance(by: .minutes(5))
      let data = try #require(Told.resumeData.withLock { $0 })
      #expect(data.range(of: Data("Bearer".utf8)) == nil)
      try await device.forceQuit()
      try await device.launch()
      Transferring.current?.session?.downloadTask(withResumeData: data).resume()
      try await device.advance(by: .seconds(41))
      #expect(asked.all.withLock { $0 } == ["Bearer 7", "Bearer 7"])
    }

    @Test("leaves nothing of who asks when its session has ended")
    func endedSession() async throws {
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { _ in
        .init(size: 60_000, bytesPerSecond: 1_000)
      }
      let address = try #require(URL(string: "http://media.example.com/a.bin"))
      var request = URLRequest(url: address)
      request.setValue("Bearer 7", forHTTPHeaderField: "Authorization")
      let task = Transferring.current?.session?.downloadTask(with: request)
      task?.resume()
      try await device.advance(by: .seconds(20))
      task?.cancel { data in Told.resumeData.withLock { $0 = data } }
      try await device.advance(by: .seconds(1))
      #expect(try keptFiles().count == 1)
      Transferring.current?.session?.invalidateAndCancel()
      try await device.advance(by: .seconds(1))
      #expect(try keptFiles().isEmpty)
    }

    /// Where the SDK keeps what resume data does not have.
    private func keptFiles() throws -> [String] {
      let environment = ProcessInfo.processInfo.environment
      let home = try #require(environment["TORPOR_CONTAINER"] ?? environment["CFFIXED_USER_HOME"])
      let folder = home + "/Library/Application Support/io.torpor.resume"
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    }
  }
}
