import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporSQLite
import TorporWire

@Suite("A download that broke off", .serialized)
struct ResumingTests {
  let server: HostileServer
  let folder: TestFolder

  init() throws {
    server = try HostileServer()
    folder = try TestFolder()
    mkdir(folder.path + "/in", 0o755)
  }

  private var place: String { folder.path + "/in" }

  private func start(_ path: String, _ number: UInt64 = 1, resumes: UInt64? = nil) -> TransferStart
  {
    TransferStart(
      number,
      TransferContent(
        url: server.url(path),
        destination: TransferDestination(place + "/file")
      ),
      resumes: resumes
    )
  }

  private func service() throws -> ServiceUnderTest {
    try ServiceUnderTest(state: folder.path + "/state")
  }

  /// What the requests asked to begin with.
  private func ranges() throws -> [String?] {
    try server.requests().filter { $0.path.hasPrefix("/file") }.map { $0["range"] }
  }

  @Test("goes on behind the last byte that came, after a kill, and repeats at most 1 MiB")
  func killed() throws {
    let size = 16 << 20
    let path = "/file/drip?size=\(size)"
    let first = try service()
    try first.send(.start([start(path)]))
    try first.waitForProgress(of: TransferIdentifier(rawValue: 1), bytes: 1)
    first.kill()
    let part = try Files.facts(of: place + "/.file.torpor-1").st_size
    #expect(part > 0 && part < size)
    let second = try service()
    _ = try second.run(
      TransferStart(
        2,
        TransferContent(
          url: server.url("/release"),
          destination: TransferDestination(place + "/release")
        )
      )
    )
    let result = try second.run(start(path))
    #expect(result.error == nil && result.bytes == Int64(size))
    // The status that the file began with.
    #expect(result.status == 200)
    #expect(try ranges() == [nil, "bytes=\(part)-"])
    #expect(result.movedBytes == Int64(size) - Int64(part))
    let begun = second.begun.filter { $0.transfer == TransferIdentifier(rawValue: 1) }
    #expect(begun.map(\.keptBytes) == [Int64(part)])
    #expect(try folder.read("in/file") == HostileServer.content(size))
    #expect(Files.names(in: place) == ["file", "release"])
  }

  @Test("says how far it came, keeps it, and goes on from there")
  func shortBody() throws {
    let service = try service()
    let path = "/file/plain?size=500000&cut=300000"
    let broken = try service.run(start(path))
    #expect(broken.error == .networkConnectionLost)
    #expect(broken.detail.cause == "the server closed after 300000 of 500000 bytes")
    #expect(broken.bytes == 300_000)
    #expect(Files.names(in: place) == [".file.torpor-1"])
    let result = try service.run(start(path))
    #expect(result.error == nil && result.movedBytes == 200_000)
    #expect(try ranges() == [nil, "bytes=300000-"])
    #expect(try server.requests().last?["if-range"] == "\"v0\"")
    #expect(try folder.read("in/file") == HostileServer.content(500_000))
  }

  @Test(
    "begins anew where the server or the file is not what it was",
    arguments: [
      // (kind, seed of the bytes, what the requests ask to begin with)
      ("changes", 7, [nil, "bytes=3000-"]),
      ("norange", 0, [nil, "bytes=3000-"]),
      ("weak", 0, [nil, nil]),
      ("lies", 0, [nil, "bytes=3000-", nil]),
      ("refuses", 0, [nil, "bytes=3000-", nil]),
    ]
  )
  func anew(kind: String, seed: Int, asked: [String?]) throws {
    let service = try service()
    let path = "/file/\(kind)?size=5000&cut=3000"
    #expect(try service.run(start(path)).error == .networkConnectionLost)
    let result = try service.run(start(path))
    #expect(result.error == nil && result.bytes == 5000)
    #expect(try ranges() == asked)
    #expect(try folder.read("in/file") == HostileServer.content(5000, seed: seed))
  }

  @Test("goes on by the date of the file, where there is no tag")
  func dated() throws {
    let service = try service()
    let path = "/file/dated?size=5000&cut=3000"
    #expect(try service.run(start(path)).error == .networkConnectionLost)
    #expect(try service.run(start(path)).movedBytes == 2000)
    #expect(try server.requests().last?["if-range"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(try folder.read("in/file") == HostileServer.content(5000))
  }

  @Test(
    "of which nothing is left to come is whole if its length is right, else begins anew",
    arguments: [
      // (what was said of the length, the length by 416, the bytes that come)
      ("&chunked=1", 3000, 3000), ("", 5000, 5000),
      // It contradicts the length that was announced.
      ("", 3000, 5000),
    ]
  )
  func unsatisfiable(said: String, total: Int, bytes: Int) throws {
    let service = try service()
    let path = "/file/ended?size=5000&cut=3000&total=\(total)\(said)"
    #expect(try service.run(start(path)).error == .networkConnectionLost)
    let result = try service.run(start(path))
    #expect(result.error == nil && result.bytes == Int64(bytes))
    #expect(try folder.read("in/file") == HostileServer.content(bytes))
  }

  @Test("is gone on with by another that takes it over, and has no record of its own then")
  func takenOver() throws {
    let service = try service()
    let path = "/file/plain?size=5000&cut=3000"
    #expect(try service.run(start(path)).error == .networkConnectionLost)
    var other = start(path, 2, resumes: 1)
    mkdir(folder.path + "/elsewhere", 0o755)
    other.content.destination = TransferDestination(folder.path + "/elsewhere/other")
    let result = try service.run(other)
    #expect(result.error == nil && result.movedBytes == 2000)
    #expect(try folder.read("elsewhere/other") == HostileServer.content(5000))
    #expect(Files.names(in: place) == [])
  }

  @Test("goes when it is discarded, and stays when it is paused")
  func discarded() throws {
    let first = try service()
    let path = "/file/drip?size=\(8 << 20)"
    let transfer = TransferIdentifier(rawValue: 1)
    try first.send(.start([start(path)]))
    try first.waitForProgress(of: transfer, bytes: 1)
    try first.send(.pause([transfer]))
    // Orders are obeyed in order, so what comes back of this one comes behind the pause.
    let refused = try first.run(start("", 9))
    #expect(refused.error == .httpStatus)
    #expect(Files.names(in: place) == [".file.torpor-1"])
    try first.send(.discard([transfer]))
    _ = try first.run(start("", 10))
    #expect(Files.names(in: place) == [])
  }

  @Test("is reported again when the report was lost, and forgotten when the daemon says so")
  func reportedAgain() throws {
    let transfer = TransferIdentifier(rawValue: 1)
    let first = try service()
    let result = try first.run(start("/file/plain?size=5000"))
    #expect(result.error == nil)
    first.kill()
    let second = try service()
    var again = start("/file/plain?size=5000")
    again.attempt = 2
    let repeated = try second.run(again)
    #expect(repeated.attempt == 2 && repeated.bytes == 5000 && repeated.movedBytes == 0)
    #expect(repeated.detail == result.detail)
    #expect(try ranges().count == 1)
    try second.send(.forget([transfer], removesFile: true))
    let anew = try second.run(again)
    #expect(anew.movedBytes == 5000 && anew.detail.path == place + "/file")
    #expect(try ranges().count == 2)
  }

  /// Changes the record as the end of the machine, or a kill at the worst moment, would leave it.
  private func edit(_ change: String) throws {
    let database = try Database(path: folder.path + "/state/record.sqlite")
    try database.execute("UPDATE transfers SET \(change)", for: "edit")
  }

  @Test("goes on behind the last sync after the machine was started again")
  func otherBoot() throws {
    let first = try service()
    let path = "/file/plain?size=5000&cut=3000"
    #expect(try first.run(start(path)).error == .networkConnectionLost)
    first.kill()
    try edit("boot_id = 'another', synced_bytes = 1000")
    let result = try service().run(start(path))
    #expect(result.error == nil && result.movedBytes == 4000)
    #expect(try ranges() == [nil, "bytes=1000-"])
    #expect(try folder.read("in/file") == HostileServer.content(5000))
  }

  @Test("by a kill between its last byte and its name gets the name without another request")
  func killedBeforeName() throws {
    let first = try service()
    let path = "/file/plain?size=5000"
    #expect(try first.run(start(path)).error == nil)
    first.kill()
    try edit("stage = 1")
    rename(place + "/file", place + "/.file.torpor-1")
    let result = try service().run(start(path))
    #expect(result.error == nil && result.movedBytes == 0 && result.detail.path == place + "/file")
    #expect(Files.names(in: place) == ["file"])
    #expect(try ranges().count == 1)
  }

  @Test("by a kill between its name and the note of it is found by the file's own number")
  func killedAfterName() throws {
    let first = try service()
    let path = "/file/plain?size=5000"
    try folder.write([1], to: "in/file")
    #expect(try first.run(start(path)).detail.path == place + "/file.1")
    first.kill()
    try edit("stage = 1, name = 'file'")
    let result = try service().run(start(path))
    #expect(result.error == nil && result.movedBytes == 0)
    #expect(result.detail.path == place + "/file.1")
    #expect(Files.names(in: place) == ["file", "file.1"])
    #expect(try ranges().count == 1)
  }

  @Test("leaves its part when the daemon is gone, and the service with it")
  func daemonGone() throws {
    let service = try service()
    try service.send(.start([start("/file/drip?size=\(8 << 20)")]))
    try service.waitForProgress(of: TransferIdentifier(rawValue: 1), bytes: 1)
    service.hangUp()
    #expect(service.waitForEnd() == .exited(status: 0))
    #expect(Files.names(in: place) == [".file.torpor-1"])
  }
}
