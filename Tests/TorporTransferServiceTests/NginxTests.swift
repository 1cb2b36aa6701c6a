import Glibc
import Testing
import TorporModel
import TorporPosix
import TorporWire

@Suite("A download over TLS", .serialized, .enabled(if: NginxServer.isAvailable))
struct SecureTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    mkdir(folder.path + "/in", 0o755)
  }

  private func run(
    _ server: NginxServer,
    trusting certificate: String?
  ) throws -> TransferServiceResult {
    let environment = certificate.map { ["SSL_CERT_FILE=\($0)"] } ?? []
    let service = try ServiceUnderTest(state: folder.path + "/state", environment: environment)
    return try service.run(TransferStart(1, content(server, "file")))
  }

  private func content(_ server: NginxServer, _ name: String) -> TransferContent {
    TransferContent(
      url: "https://127.0.0.1:\(server.port)/\(name)",
      destination: TransferDestination(folder.path + "/in/\(name)")
    )
  }

  @Test("shares one connection of HTTP/2 between many files")
  func multiplexed() throws {
    let server = try NginxServer(certificate: ("127.0.0.1", false))
    for number in 1...40 {
      try server.folder.write(HostileServer.content(number * 1000), to: "www/\(number)")
    }
    let service = try ServiceUnderTest(
      state: folder.path + "/state",
      environment: ["SSL_CERT_FILE=\(server.certificateFile)"]
    )
    try service.send(.start((1...40).map { TransferStart(UInt64($0), content(server, "\($0)")) }))
    for number in 1...40 {
      let result = try service.result(of: TransferIdentifier(rawValue: UInt64(number)))
      #expect(result.error == nil)
      #expect(try folder.read("in/\(number)") == HostileServer.content(number * 1000))
    }
    let log = try server.accessLog()
    #expect(log.count == 40)
    #expect(log.allSatisfy { $0[0] == "HTTP/2.0" })
    #expect(Set(log.map { $0[1] }).count == 1)
  }

  @Test("from whom nobody vouches for is refused")
  func unknownIssuer() throws {
    let server = try NginxServer(certificate: ("127.0.0.1", false))
    let result = try run(server, trusting: nil)
    #expect(result.error == .serverCertificateUntrusted)
    let cause = try #require(result.detail.cause)
    #expect(cause.hasPrefix("the certificate of 127.0.0.1:\(server.port) is not trusted"))
    #expect(cause.contains("self-signed certificate"))
  }

  @Test("from whom has another name is refused")
  func wrongName() throws {
    let server = try NginxServer(certificate: ("example.org", false))
    let result = try run(server, trusting: server.certificateFile)
    #expect(result.error == .serverCertificateUntrusted)
    #expect(try #require(result.detail.cause).contains("127.0.0.1"))
  }

  @Test("with a certificate of another day is refused")
  func expired() throws {
    let server = try NginxServer(certificate: ("127.0.0.1", true))
    let result = try run(server, trusting: server.certificateFile)
    #expect(result.error == .serverCertificateHasBadDate)
    let cause = try #require(result.detail.cause)
    #expect(
      cause.hasPrefix("the certificate of 127.0.0.1:\(server.port) has expired or is not valid yet")
    )
  }

  @Test("on a port that speaks no TLS is no secure connection")
  func plain() throws {
    let server = try NginxServer()
    let result = try run(server, trusting: nil)
    #expect(result.error == .secureConnectionFailed)
  }
}

@Suite("A download from nginx", .serialized, .enabled(if: NginxServer.isAvailable))
struct NginxTests {
  @Test("goes on after a kill with the range that is missing, byte for byte")
  func resumes() throws {
    let server = try NginxServer()
    let folder = try TestFolder()
    let size = 16 << 20
    try server.folder.write(HostileServer.content(size), to: "www/big")
    var content = TransferContent(
      url: "http://127.0.0.1:\(server.port)/big",
      destination: TransferDestination(folder.path + "/big")
    )
    // Slow enough to be caught at it: the first burst is an eighth of it.
    content.bytesPerSecondMax = 2 << 20
    let first = try ServiceUnderTest(state: folder.path + "/state")
    try first.send(.start([TransferStart(1, content)]))
    try first.waitForProgress(of: TransferIdentifier(rawValue: 1), bytes: 1)
    first.kill()
    let part = try Files.facts(of: folder.path + "/.big.torpor-1").st_size
    #expect(part > 0 && part < size)
    content.bytesPerSecondMax = nil
    let second = try ServiceUnderTest(state: folder.path + "/state")
    let result = try second.run(TransferStart(1, content))
    #expect(result.error == nil && result.movedBytes == Int64(size - part))
    #expect(try folder.read("big") == HostileServer.content(size))
    #expect(try server.accessLog().last.map { Array($0[3...]) } == ["206", "\"bytes=\(part)-\""])
  }

  @Test("does not use more connections to a host than it was told")
  func connections() throws {
    let server = try NginxServer()
    let folder = try TestFolder()
    for number in 1...60 { try server.folder.write([UInt8(number)], to: "www/\(number)") }
    let service = try ServiceUnderTest(state: folder.path + "/state")
    try service.send(
      .start(
        (1...60).map { number in
          TransferStart(
            UInt64(number),
            TransferContent(
              url: "http://127.0.0.1:\(server.port)/\(number)",
              destination: TransferDestination(folder.path + "/\(number)")
            )
          )
        }
      )
    )
    for number in 1...60 {
      #expect(try service.result(of: TransferIdentifier(rawValue: UInt64(number))).error == nil)
      #expect(try folder.read("\(number)") == [UInt8(number)])
    }
    let connections = Set(try server.accessLog().map { $0[1] })
    #expect((1...4).contains(connections.count))
  }
}
