import Foundation
import SimulatedDevice
import Synchronization
import Testing
import UIKit

extension OneDevice {
  @MainActor
  @Suite("A background session on a device")
  struct TransferTests {
    init() { Transferring.begin() }

    @Test("takes as long as its bytes at the speed of the server, and tells how far it is")
    func inFront() async throws {
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { _ in
        .init(size: 40_000_000, bytesPerSecond: 1_000_000)
      }
      Transferring.download("http://media.example.com/talk.mp3")
      try await device.advance(by: .milliseconds(39_900))
      #expect(Transferring.lines == ["launched in the front"])
      #expect(Told.steps.withLock { $0.first } == 500_000)
      #expect(Told.steps.withLock { $0.count } > 50)
      try await device.advance(by: .milliseconds(200))
      #expect(
        Transferring.lines.suffix(2) == [
          "file of talk.mp3: 40000000 bytes", "talk.mp3 ended with 200",
        ]
      )
    }

    @Test("continues while the app is suspended, and wakes it when all is there")
    func suspended() async throws {
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { request in
        var response = SimulatedDevice.Response(body: Data("about \(request.url.path)".utf8))
        response.bytesPerSecond = 1
        return response
      }
      Transferring.download("http://media.example.com/a.txt")
      try await device.background()
      try await device.advance(by: .seconds(11))
      #expect(Transferring.lines == ["launched in the front"])
      #expect(try await device.appState() == "suspended")
      try await device.advance(by: .minutes(1))
      #expect(
        Transferring.lines.dropFirst() == [
          "woken for files", "file of a.txt: about /a.txt", "a.txt ended with 200",
          "everything was told",
        ]
      )
      #expect(try await device.wakes(for: .transfer).count == 1)
    }

    @Test("launches an app that was ended meanwhile, which has the session again")
    func relaunched() async throws {
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { _ in
        .init(size: 60_000, bytesPerSecond: 1_000)
      }
      Transferring.download("http://media.example.com/a.bin")
      try await device.background()
      try await device.advance(by: .seconds(30))
      try await device.memoryPressure(.critical)
      #expect(try await device.appState() == "notRunning")
      try await device.advance(by: .minutes(2))
      #expect(
        Transferring.lines.dropFirst() == [
          "launched in the background", "woken for files", "file of a.bin: 60000 bytes",
          "a.bin ended with 200", "everything was told",
        ]
      )
    }

    @Test("uploads a file of the app, whose bytes the server has at the end")
    func upload() async throws {
      let asked = Asked()
      let device = try await Transferring.launched()
      try await device.server("photos.example.com:8000") { _ in
        .init(received: { data in asked.bodies.withLock { $0.append(data) } })
      }
      let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        .appendingPathComponent("photo.jpg")
      try Data("a photo".utf8).write(to: file)
      let url = try #require(URL(string: "http://photos.example.com:8000/photo.jpg"))
      var request = URLRequest(url: url)
      request.httpMethod = "PUT"
      let task = Transferring.current?.session?.uploadTask(with: request, fromFile: file)
      task?.taskDescription = "photo"
      task?.resume()
      try await device.advance(by: .seconds(1))
      #expect(Transferring.lines.last == "photo ended with 201")
      #expect(asked.bodies.withLock { $0 } == [Data("a photo".utf8)])
    }

    @Test("hands over an answer that is no success, with an empty file")
    func refused() async throws {
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { _ in .init(status: 404) }
      Transferring.download("http://media.example.com/none")
      try await device.advance(by: .seconds(1))
      #expect(Transferring.lines.suffix(2) == ["file of none: ", "none ended with 404"])
    }

    @Test("answers a challenge with a name and a password")
    func challenge() async throws {
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { request in
        guard request.headers["Authorization"] == "Basic YWRhOnNlY3JldA==" else {
          return .init(status: 401, headers: ["WWW-Authenticate": "Basic realm=\"shelf\""])
        }
        return .init(body: Data("for Ada".utf8))
      }
      Transferring.download("http://media.example.com/a.txt")
      try await device.advance(by: .minutes(10))
      #expect(
        Transferring.lines.dropFirst() == [
          "asked by shelf", "file of a.txt: for Ada", "a.txt ended with 200",
        ]
      )
    }

    @Test("asks a server for as many files at once as its configuration says")
    func connections() async throws {
      Transferring.configure = { $0.httpMaximumConnectionsPerHost = 2 }
      let device = try await Transferring.launched()
      try await device.server("media.example.com") { _ in
        .init(size: 10_000, bytesPerSecond: 1_000)
      }
      for number in 1...4 { Transferring.download("http://media.example.com/\(number)") }
      try await device.advance(by: .milliseconds(10_500))
      #expect(Transferring.lines.filter { $0.hasSuffix("ended with 200") }.count == 2)
      try await device.advance(by: .milliseconds(10_500))
      #expect(Transferring.lines.filter { $0.hasSuffix("ended with 200") }.count == 4)
    }

    @Test("refuses a server with a name that no URL has")
    func noHost() async throws {
      let device = try await Transferring.launched()
      await #expect(throws: DeviceError.self) {
        try await device.server("http://media.example.com/") { _ in .init() }
      }
    }
  }
}
