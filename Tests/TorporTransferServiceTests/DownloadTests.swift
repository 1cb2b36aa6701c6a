import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor_transferd

@Suite("A download", .serialized)
struct DownloadTests {
  let server: HostileServer
  let folder: TestFolder
  let service: ServiceUnderTest

  init() throws {
    server = try HostileServer()
    folder = try TestFolder()
    service = try ServiceUnderTest(state: folder.path + "/state")
    mkdir(folder.path + "/in", 0o755)
  }

  private var place: String { folder.path + "/in" }

  private func download(
    _ path: String,
    to name: String = "file",
    change: (inout TransferContent) -> Void = { _ in }
  ) -> TransferContent {
    var content = TransferContent(
      url: server.url(path),
      destination: TransferDestination(place + "/" + name)
    )
    change(&content)
    return content
  }

  @Test("puts the file under its name, readable as the umask says, and leaves nothing else")
  func arrives() throws {
    let result = try service.run(TransferStart(1, download("/file/plain?size=300000")))
    #expect(result.error == nil)
    #expect(result.status == 200 && result.bytes == 300_000 && result.movedBytes == 300_000)
    #expect(result.detail.path == place + "/file")
    #expect(result.detail.finalURL == server.url("/file/plain?size=300000"))
    #expect(result.detail.mimeType == "application/x-test")
    #expect(try folder.read("in/file") == HostileServer.content(300_000))
    #expect(Files.names(in: place) == ["file"])
    #expect(try Files.facts(of: place + "/file").st_mode & 0o777 == 0o644)
  }

  @Test("without a byte is a file without a byte")
  func empty() throws {
    let result = try service.run(TransferStart(1, download("/file/plain?size=0")))
    #expect(result.error == nil && result.bytes == 0)
    #expect(try folder.read("in/file") == [])
  }

  @Test("asks for the file as it is, under our name, with the headers that it was given")
  func headers() throws {
    let content = download("/headers") {
      $0.headers = [
        TransferHeader("X-Own", "yes"), TransferHeader("Accept-Encoding", "gzip"),
        TransferHeader("X-Bad", "a\r\nX-Smuggled: 1"),
      ]
    }
    #expect(try service.run(TransferStart(1, content)).error == nil)
    let request = try #require(try server.requests().first)
    #expect(request["accept-encoding"] == "identity")
    #expect(request["user-agent"] == "torpor/0.1.0")
    #expect(request["x-own"] == "yes")
    #expect(request["x-bad"] == nil && request["x-smuggled"] == nil)
  }

  @Test("does not touch a file of that name, unless it replaces it")
  func names() throws {
    try folder.write([1], to: "in/file")
    let first = try service.run(TransferStart(1, download("/file/plain?size=10")))
    #expect(first.detail.path == place + "/file.1")
    let second = try service.run(TransferStart(2, download("/file/plain?size=11")))
    #expect(second.detail.path == place + "/file.2")
    #expect(try folder.read("in/file") == [1])
    let third = try service.run(
      TransferStart(3, download("/file/plain?size=12") { $0.destination?.replaces = true })
    )
    #expect(third.detail.path == place + "/file")
    #expect(try folder.read("in/file") == HostileServer.content(12))
  }

  @Test(
    "into a folder takes the server's name, made harmless, else the URL's",
    arguments: [
      ("/name?is=attachment;%20filename=%22a%20b.txt%22", "a b.txt"),
      ("/name?is=attachment;%20filename=%22../../.evil%22", "evil"),
      ("/name?is=attachment;%20filename*=UTF-8%27%27na%25C3%25AFve", "naïve"),
      ("/file/plain%20one?size=3", "plain one"),
      ("/name/?is=inline", "download"),
    ]
  )
  func serverName(path: String, name: String) throws {
    let content = download(path) {
      $0.destination = TransferDestination(file: TransferFile(path: place), isFolder: true)
    }
    let result = try service.run(TransferStart(1, content))
    #expect(result.detail.path == place + "/" + name)
    #expect(Files.names(in: place) == [name])
  }

  @Test("with the right digest arrives, with a wrong one leaves nothing")
  func digest() throws {
    let right = "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9"
    try folder.write(Array("hello world".utf8), to: "known")
    let known = OpenFile(
      try Files.open(folder.path + "/known", O_RDONLY),
      path: folder.path + "/known"
    )
    #expect(try SHA256.digest(of: known) == right)
    let content = download("/file/plain?size=1000") { $0.sha256 = right }
    let result = try service.run(TransferStart(1, content))
    #expect(result.error == .digestMismatch)
    // As sha256sum says of the 1,000 bytes.
    let wrong = try SHA256.digest(of: try received(1000))
    #expect(result.detail.cause == "file has the SHA-256 \(wrong), not \(right)")
    #expect(Files.names(in: place) == [])
    let second = download("/file/plain?size=1000") { $0.sha256 = wrong }
    #expect(try service.run(TransferStart(2, second)).error == nil)
    #expect(Files.names(in: place) == ["file"])
  }

  private func received(_ size: Int) throws -> OpenFile {
    try folder.write(HostileServer.content(size), to: "copy")
    return OpenFile(try Files.open(folder.path + "/copy", O_RDONLY), path: "copy")
  }

  @Test("of a status that is no success keeps no file, and passes the server's wish on")
  func status() throws {
    let result = try service.run(TransferStart(1, download("/status/503?after=120")))
    #expect(result.error == .httpStatus && result.status == 503)
    #expect(result.retryAfter == .seconds(120))
    #expect(result.detail.cause == "127.0.0.1:\(server.port) answered 503")
    #expect(Files.names(in: place) == [])
  }

  @Test("follows redirects, but not in a circle, and not out of the web")
  func redirects() throws {
    let target = server.url("/file/plain?size=5")
    let result = try service.run(TransferStart(1, download("/to?url=\(target)")))
    #expect(result.error == nil && result.detail.finalURL == target)
    let circle = try service.run(TransferStart(2, download("/loop")))
    #expect(circle.error == .httpTooManyRedirects)
    #expect(circle.detail.cause == "127.0.0.1:\(server.port) redirected more than 20 times")
    let outside = try service.run(TransferStart(3, download("/to?url=file:///etc/passwd")))
    #expect(outside.error == .unsupportedURL)
    #expect(Files.names(in: place) == ["file"])
  }

  @Test("of a server that says nothing fails when its silence has lasted")
  func silence() throws {
    let start = TransferStart(1, download("/silent"), requestTimeout: .seconds(1))
    let result = try service.run(start)
    #expect(result.error == .timedOut)
    #expect(result.detail.cause == "nothing came from 127.0.0.1:\(server.port) for 1 s")
  }

  @Test(
    "that cannot begin says why",
    arguments: [
      ("ftp://a/b", TransferError.unsupportedURL, "transfers use http and https, not ftp"),
      ("nonsense", .badURL, "'nonsense' is not an absolute URL"),
      (
        "http://127.0.0.1:1/", .cannotConnectToHost,
        "no connection to 127.0.0.1:1: Connection refused (ECONNREFUSED)"
      ),
    ]
  )
  func unreachable(url: String, error: TransferError, cause: String) throws {
    let result = try service.run(TransferStart(1, download("") { $0.url = url }))
    #expect(result.error == error)
    #expect(result.detail.cause == cause)
  }
}
