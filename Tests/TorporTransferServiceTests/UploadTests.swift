import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor_transferd

@Suite("An upload", .serialized)
struct UploadTests {
  let server: HostileServer
  let folder: TestFolder
  let service: ServiceUnderTest

  init() throws {
    server = try HostileServer()
    folder = try TestFolder()
    service = try ServiceUnderTest(state: folder.path + "/state")
  }

  /// An upload of a file of so many bytes, made here.
  private func upload(
    _ path: String,
    bytes: Int = 5000,
    change: (inout TransferContent) -> Void = { _ in }
  ) throws -> TransferContent {
    if !Files.exists(folder.path + "/source") {
      try folder.write(HostileServer.content(bytes), to: "source")
    }
    var content = TransferContent(
      url: server.url(path),
      source: TransferFile(path: folder.path + "/source"),
      destination: TransferDestination(folder.path + "/answer", replaces: true)
    )
    change(&content)
    return content
  }

  private func digest() throws -> String {
    let path = folder.path + "/source"
    return try SHA256.digest(of: OpenFile(try Files.open(path, O_RDONLY), path: path))
  }

  private func answer() throws -> String {
    String(decoding: try folder.read("answer"), as: UTF8.self)
  }

  /// The requests that are no questions: method, path, and how much of the body was taken.
  private func requests() throws -> [String] {
    try server.requests().map { "\($0.method) \($0.path) \($0.takenBytes)" }
  }

  @Test("of a file that changes while it is sent is sent again, for nobody knows what was sent")
  func changes() throws {
    var content = try upload("/put", bytes: 300_000)
    content.bytesPerSecondMax = 200_000
    let transfer = TransferIdentifier(rawValue: 1)
    try service.send(.start([TransferStart(1, content)]))
    try service.waitForProgress(of: transfer, bytes: 1)
    // In place, as an editor or a database does.
    let file = try Files.open(folder.path + "/source", O_WRONLY)
    #expect(pwrite(file.rawValue, "x", 1, 0) == 1)
    let result = try service.result(of: transfer)
    #expect(result.error == .unknown && result.newBytes == 0)
    #expect(result.detail.cause == "\(folder.path)/source changed while it was sent")
  }

  @Test("refuses a file that says that it is empty and is not")
  func made() throws {
    var content = try upload("/put")
    content.source = TransferFile(path: "/proc/self/status")
    let result = try service.run(TransferStart(1, content))
    #expect(result.error == .noPermissionsToReadFile)
    #expect(
      result.detail.cause
        == "/proc/self/status says that it is empty and is not; copy it, and send the copy"
    )
    #expect(try requests().isEmpty)
  }

  @Test("is given up where the server claims to have more than there is")
  func beyond() throws {
    let result = try service.run(
      TransferStart(1, try upload("/tus?stale=1&beyond=1") { $0.uploadResumption = .tus })
    )
    #expect(result.error == .badServerResponse)
    #expect(
      result.detail.cause
        == "127.0.0.1:\(server.port) says that it has '1099511627776' of the 5000 bytes"
    )
  }

  @Test("sends the file with PUT, and puts the answer where it is wanted")
  func put() throws {
    let result = try service.run(TransferStart(1, try upload("/put", bytes: 300_000)))
    #expect(result.error == nil && result.status == 201)
    #expect(result.bytes == 300_000 && result.movedBytes == 300_000 + 64)
    #expect(result.detail.path == folder.path + "/answer")
    #expect(try answer() == digest())
    #expect(try requests() == ["PUT /put 300000"])
    let request = try #require(try server.requests().first)
    #expect(request["upload-draft-interop-version"] == "3")
    #expect(request["upload-incomplete"] == "?0")
    #expect(request["expect"] == nil)
  }

  @Test("asks for no resumption where it shall not, and is repeated to nobody after it is done")
  func plain() throws {
    let content = try upload("/put") {
      $0.uploadResumption = .none
      $0.method = "POST"
      $0.destination = nil
    }
    #expect(try service.run(TransferStart(1, content)).error == nil)
    let request = try #require(try server.requests().first)
    #expect(request["upload-incomplete"] == nil)
    #expect(request["content-type"] == "application/octet-stream")
    service.kill()
    let second = try ServiceUnderTest(state: folder.path + "/state")
    let repeated = try second.run(TransferStart(1, content, attempt: 2))
    #expect(repeated.error == nil && repeated.status == 201 && repeated.attempt == 2)
    #expect(try requests() == ["POST /put 5000"])
  }

  @Test("without a byte arrives too")
  func empty() throws {
    let result = try service.run(TransferStart(1, try upload("/put", bytes: 0)))
    #expect(result.error == nil)
    #expect(try answer() == digest())
  }

  @Test("that the server refuses is a failure with its status")
  func refused() throws {
    let result = try service.run(TransferStart(1, try upload("/status/507")))
    #expect(result.error == .httpStatus && result.status == 507)
  }

  @Test("by the draft goes on where the server says, in another process too")
  func draft() throws {
    let content = try upload("/draft?cut=200000", bytes: 900_000)
    let broken = try service.run(TransferStart(1, content))
    #expect(broken.error == .networkConnectionLost)
    service.kill()
    let second = try ServiceUnderTest(state: folder.path + "/state")
    let result = try second.run(TransferStart(1, content))
    #expect(result.error == nil && result.bytes == 900_000)
    #expect(result.movedBytes == 700_000 + 64)
    #expect(
      try requests() == [
        "PUT /draft?cut=200000 200000", "HEAD /place/1 0", "PATCH /place/1 700000",
      ]
    )
    let patch = try #require(try server.requests().last)
    #expect(patch["upload-offset"] == "200000")
    #expect(patch["upload-incomplete"] == "?0")
    #expect(patch["content-type"] == "application/partial-upload")
    #expect(try answer() == digest())
  }

  @Test("of a file that changed begins anew")
  func changed() throws {
    let content = try upload("/draft?cut=2000", bytes: 9000)
    #expect(try service.run(TransferStart(1, content)).error == .networkConnectionLost)
    try folder.write(HostileServer.content(9000, seed: 3), to: "source")
    #expect(try service.run(TransferStart(1, content)).error == nil)
    #expect(try requests() == ["PUT /draft?cut=2000 2000", "PUT /draft?cut=2000 9000"])
    #expect(try answer() == digest())
  }

  @Test("by tus goes on where the server says")
  func tus() throws {
    let content = try upload("/tus?cut=2000", bytes: 9000) {
      $0.uploadResumption = .tus
      $0.destination = nil
    }
    #expect(try service.run(TransferStart(1, content)).error == .networkConnectionLost)
    let result = try service.run(TransferStart(1, content))
    #expect(result.error == nil && result.bytes == 9000)
    #expect(
      try requests() == [
        "POST /tus?cut=2000 0", "PATCH /place/1?cut=2000 2000", "HEAD /place/1?cut=2000 0",
        "PATCH /place/1?cut=2000 7000",
      ]
    )
    let created = try #require(try server.requests().first)
    #expect(created["upload-length"] == "9000")
    #expect(created["upload-metadata"] == "filename c291cmNl")
    #expect(created["tus-resumable"] == "1.0.0")
  }

  @Test("begins at the first byte where it is told to, and asks the server for no resumption")
  func anew() throws {
    let content = try upload("/draft?cut=2000", bytes: 9000)
    var start = TransferStart(1, content)
    start.beginsAnew = true
    #expect(try service.run(start).error == .networkConnectionLost)
    let result = try service.run(start)
    #expect(result.error == nil && result.bytes == 9000)
    #expect(try requests() == ["PUT /draft?cut=2000 2000", "PUT /draft?cut=2000 9000"])
    for request in try server.requests() {
      #expect(request["upload-incomplete"] == nil && request["upload-draft-interop-version"] == nil)
    }
    #expect(try answer() == digest())
  }

  @Test("is told with each attempt whether it begins at the first byte, by whatever protocol")
  func anewOnce() throws {
    let content = try upload("/tus?cut=2000", bytes: 9000) {
      $0.uploadResumption = .tus
      $0.destination = nil
    }
    var anew = TransferStart(1, content)
    anew.beginsAnew = true
    #expect(try service.run(TransferStart(1, content)).error == .networkConnectionLost)
    #expect(try service.run(anew).error == .networkConnectionLost)
    #expect(try service.run(TransferStart(1, content)).error == nil)
    #expect(
      try requests() == [
        "POST /tus?cut=2000 0", "PATCH /place/1?cut=2000 2000", "POST /tus?cut=2000 0",
        "PATCH /place/2?cut=2000 2000", "HEAD /place/2?cut=2000 0", "PATCH /place/2?cut=2000 7000",
      ]
    )
  }

  @Test("asks again how much came where the server says that it was another part")
  func conflict() throws {
    let content = try upload("/tus?stale=1", bytes: 9000) { $0.uploadResumption = .tus }
    #expect(try service.run(TransferStart(1, content)).error == nil)
    #expect(
      try requests() == [
        "POST /tus?stale=1 0", "PATCH /place/1?stale=1 9000", "HEAD /place/1?stale=1 0",
        "PATCH /place/1?stale=1 9000",
      ]
    )
  }

  @Test("begins anew where the server has forgotten it")
  func forgotten() throws {
    let content = try upload("/draft?cut=2000&forget=1", bytes: 9000)
    #expect(try service.run(TransferStart(1, content)).error == .networkConnectionLost)
    #expect(try service.run(TransferStart(1, content)).error == nil)
    let path = "/draft?cut=2000&forget=1"
    #expect(try requests() == ["PUT \(path) 2000", "HEAD /place/1 0", "PUT \(path) 9000"])
    #expect(try answer() == digest())
  }

  @Test("of 1 MiB by POST asks whether the server speaks tus")
  func probed() throws {
    let content = try upload("/tus", bytes: 1 << 20) {
      $0.method = "POST"
      $0.destination = nil
    }
    #expect(try service.run(TransferStart(1, content)).error == nil)
    #expect(try requests() == ["OPTIONS /tus 0", "POST /tus 0", "PATCH /place/1 1048576"])
  }

  @Test(
    "of what is no readable file says so",
    arguments: [
      (
        "missing", TransferError.fileDoesNotExist,
        "cannot open %: No such file or directory (ENOENT)"
      ),
      ("state", .fileIsDirectory, "cannot send %: Is a directory (EISDIR)"),
      ("pipe", .noPermissionsToReadFile, "cannot send %: Operation not supported (EOPNOTSUPP)"),
    ]
  )
  func source(name: String, error: TransferError, cause: String) throws {
    mkfifo(folder.path + "/pipe", 0o600)
    let path = folder.path + "/" + name
    let content = try upload("/put") { $0.source = TransferFile(path: path) }
    let result = try service.run(TransferStart(1, content))
    #expect(result.error == error)
    let expected = cause.split(separator: "%").joined(separator: path)
    #expect(result.detail.cause == expected)
    #expect(try requests().isEmpty)
  }

  @Test("beneath a root follows no link")
  func beneath() throws {
    symlink("/etc/hostname", folder.path + "/link")
    let content = try upload("/put") { $0.source = TransferFile(root: folder.path, path: "link") }
    let result = try service.run(TransferStart(1, content))
    #expect(result.error == .noPermissionsToReadFile)
    #expect(result.detail.cause == "\(folder.path)/link leads through a symbolic link")
  }
}
