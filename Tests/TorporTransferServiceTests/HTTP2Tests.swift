import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

/// A server that refuses all requests over HTTP/2: `Tests/Servers/http2.py`.
private final class RefusingServer {
  private let process: ServerProcess
  private let folder: TestFolder
  let port: Int

  init(_ kind: String) throws {
    folder = try TestFolder()
    try NginxServer.makeCertificate("127.0.0.1", isOver: false, in: folder.path)
    let sources = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    process = try ServerProcess(
      [
        "/usr/bin/python3", "/\(sources)/Servers/http2.py", folder.path + "/log",
        folder.path + "/cert.pem", folder.path + "/key.pem", kind,
      ],
      readsLine: true
    )
    port = try #require(Int(process.firstLine), "http2.py did not start")
  }

  var certificateFile: String { folder.path + "/cert.pem" }

  func url(_ path: String) -> String { "https://127.0.0.1:\(port)\(path)" }

  /// Its requests so far: protocol, method, path and length of each.
  func requests() throws -> [JSON] {
    try folder.read("log").split(separator: 10).map { try JSON(parsing: Array($0)) }
  }
}

@Suite("A request that a server wants over HTTP/1.1", .enabled(if: NginxServer.isAvailable))
struct HTTP2Tests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func service(for server: RefusingServer) throws -> ServiceUnderTest {
    try ServiceUnderTest(
      state: folder.path + "/state",
      environment: ["SSL_CERT_FILE=\(server.certificateFile)"]
    )
  }

  @Test("is sent over HTTP/1.1 in the same attempt", arguments: ["stream", "connection", "late"])
  func download(kind: String) throws {
    let server = try RefusingServer(kind)
    let service = try service(for: server)
    for number in 1...4 {
      let name = "file\(number)"
      let result = try service.run(
        TransferStart(
          UInt64(number),
          TransferContent(
            url: server.url("/\(name)"),
            destination: TransferDestination(folder.path + "/" + name)
          )
        )
      )
      #expect(result.error == nil, "\(result.detail.cause ?? "")")
      #expect(try folder.read(name) == Array("hello".utf8))
    }
    let protocols = try server.requests().compactMap { $0["protocol"]?.text }
    #expect(protocols.contains("h2") && protocols.contains("http/1.1"))
  }

  @Test("is sent with its whole body", arguments: ["stream", "connection"])
  func upload(kind: String) throws {
    let server = try RefusingServer(kind)
    try folder.write(HostileServer.content(70_000), to: "source")
    let result = try service(for: server).run(
      TransferStart(
        1,
        TransferContent(
          url: server.url("/up"),
          method: "PUT",
          source: TransferFile(path: folder.path + "/source")
        )
      )
    )
    #expect(result.error == nil, "\(result.detail.cause ?? "")")
    let whole = try server.requests().filter { $0["protocol"]?.text == "http/1.1" }
    #expect(whole.map { $0["taken"]?.integer(as: Int.self) } == [70_000])
  }
}
