import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@Suite("Progress", .serialized)
struct ProgressTests {
  let server: HostileServer
  let folder: TestFolder
  let service: ServiceUnderTest

  init() throws {
    server = try HostileServer()
    folder = try TestFolder()
    mkdir(folder.path + "/in", 0o755)
    service = try ServiceUnderTest(state: folder.path + "/state")
  }

  private func content(_ path: String) -> TransferContent {
    TransferContent(
      url: server.url(path),
      destination: TransferDestination(folder.path + "/in/file")
    )
  }

  @Test(
    "is what is kept beyond the most that was ever kept, and not what moved",
    arguments: [
      // (path, new bytes of one attempt after the other)
      ("/status/503", [0, 0]),
      ("/file/norange?size=5000&says=1000", [5000, 0, 0]),
      ("/file/norange?size=5000&every=3000", [3000, 0, 0]),
      ("/file/weak?size=5000&every=3000", [3000, 0, 0]),
      ("/file/plain?size=9000&every=3000", [3000, 3000]),
      ("/garbage", [0, 0]),
    ] as [(String, [Int64])]
  )
  func downloads(path: String, expected: [Int64]) throws {
    for (index, new) in expected.enumerated() {
      let result = try service.run(
        TransferStart(1, content(path), attempt: UInt32(index + 1))
      )
      #expect(result.error != nil)
      #expect(result.newBytes == new, "attempt \(index + 1)")
    }
  }

  @Test("is remembered by the next process")
  func remembered() throws {
    let path = "/file/norange?size=5000&every=3000"
    #expect(try service.run(TransferStart(1, content(path))).newBytes == 3000)
    service.kill()
    let other = try ServiceUnderTest(state: folder.path + "/state")
    let result = try other.run(TransferStart(1, content(path), attempt: 2))
    #expect(result.movedBytes == 3000 && result.newBytes == 0)
  }

  @Test("of an upload is what the server says that it has")
  func uploads() throws {
    try folder.write(HostileServer.content(500_000), to: "source")
    var refused = content("/refuse/503")
    refused.source = TransferFile(path: folder.path + "/source")
    refused.destination = nil
    let result = try service.run(TransferStart(1, refused))
    #expect(result.error == .httpStatus && result.movedBytes >= 500_000)
    #expect(result.newBytes == 0)
  }
}

@Suite("An answer that is not as it should be", .serialized)
struct StrangeAnswerTests {
  let server: HostileServer
  let folder: TestFolder
  let service: ServiceUnderTest

  init() throws {
    server = try HostileServer()
    folder = try TestFolder()
    mkdir(folder.path + "/in", 0o755)
    service = try ServiceUnderTest(state: folder.path + "/state")
  }

  private func run(_ number: UInt64, _ path: String) throws -> TransferServiceResult {
    try service.run(
      TransferStart(
        number,
        TransferContent(
          url: server.url(path),
          destination: TransferDestination(folder.path + "/in/\(number)")
        )
      )
    )
  }

  private func ranges() throws -> [String?] { try server.requests().map { $0["range"] } }

  @Test("with a folded first line fails, and the process lives")
  func folded() throws {
    for number: UInt64 in 1...10 {
      let result = try run(number, number % 2 == 1 ? "/plain" : "/folded")
      guard number % 2 == 0 else {
        #expect(result.error == nil)
        continue
      }
      // Later versions of libcurl take it.
      #expect(result.error == nil || result.error == .badServerResponse)
    }
  }

  @Test("is no HTTP, and is told so")
  func garbage() throws {
    let result = try run(1, "/garbage")
    #expect(result.error == .badServerResponse)
    #expect(
      result.detail.cause?.hasPrefix("the answer of 127.0.0.1:\(server.port) is not HTTP") == true
    )
  }

  @Test("with a head that is too long is told so", arguments: ["header", "status"])
  func longHead(part: String) throws {
    let result = try run(1, "/long?bytes=120000&in=\(part)")
    #expect(result.error == .badServerResponse)
    #expect(
      result.detail.cause == "the head of the answer of 127.0.0.1:\(server.port) is too long"
    )
  }

  @Test("does not spoil the next one with what is behind its end")
  func spilled() throws {
    for number: UInt64 in 1...12 {
      #expect(try run(number, "/spill").error == nil, "download \(number)")
    }
  }

  @Test("holds all of the file as a part that nobody asked for: it is the file")
  func wholePart() throws {
    let result = try run(1, "/file/part?size=5000")
    #expect(result.error == nil && result.bytes == 5000)
    #expect(try folder.read("in/1") == HostileServer.content(5000))
  }

  @Test("holds the first half of it as such a part: the rest is asked for at once")
  func halfPart() throws {
    let result = try run(1, "/file/part?size=5000&half=1")
    #expect(result.error == nil && result.bytes == 5000)
    #expect(try folder.read("in/1") == HostileServer.content(5000))
    #expect(try ranges() == [nil, "bytes=2500-"])
  }

  @Test("holds less of the rest than was asked for: what is left is asked for at once")
  func pieces() throws {
    let path = "/file/pieces?size=5000&cut=2000&piece=1000"
    #expect(try run(1, path).error == .networkConnectionLost)
    let result = try run(1, path)
    #expect(result.error == nil && result.bytes == 5000)
    #expect(try folder.read("in/1") == HostileServer.content(5000))
    #expect(try ranges() == [nil, "bytes=2000-", "bytes=3000-", "bytes=4000-"])
  }

  @Test("never comes to a request for the rest: after three of those the whole is asked for")
  func hangs() throws {
    let path = "/file/hangs?size=5000&cut=3000"
    for _ in 1...4 { #expect(try run(1, path).error == .networkConnectionLost) }
    let result = try run(1, path)
    #expect(result.error == nil && result.bytes == 5000)
    #expect(try folder.read("in/1") == HostileServer.content(5000))
    #expect(try ranges().last == .some(nil))
  }
}

@Suite("Silent hosts", .serialized)
struct SilentHostTests {
  @Test("give their places to those who wait, and have them again later")
  func giveWay() throws {
    let server = try HostileServer()
    let folder = try TestFolder()
    mkdir(folder.path + "/in", 0o755)
    let service = try ServiceUnderTest(state: folder.path + "/state")
    let paths = (1...4).map { _ in "/silent" } + (1...4).map { _ in "/file/plain?size=1000" }
    try service.send(
      .start(
        paths.enumerated().map { index, path in
          TransferStart(
            UInt64(index + 1),
            TransferContent(
              url: server.url(path),
              destination: TransferDestination(folder.path + "/in/\(index + 1)")
            ),
            requestTimeout: .seconds(3600)
          )
        }
      )
    )
    for number: UInt64 in 5...8 {
      #expect(try service.result(of: TransferIdentifier(rawValue: number)).error == nil)
    }
    #expect(Set(service.queued.map(\.rawValue)).isSubset(of: [1, 2, 3, 4]))
    #expect(!service.queued.isEmpty)
    for transfer in service.queued {
      while service.begun.filter({ $0.transfer == transfer }).count < 2 {
        try service.waitForReport()
      }
    }
  }
}
