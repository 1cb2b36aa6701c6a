import Glibc
import Testing
import TorporPosix
import TorporWire

/// A folder that goes with the test.
final class TestFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/torpor-transfer-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // nginx's worker is another user.
    chmod(path, 0o755)
  }

  deinit {
    try? FolderTree.emptyTrash(path)
    rmdir(path)
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = try Files.open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file.rawValue, $0.baseAddress, $0.count) }
      try #require(count > 0)
      rest = rest.dropFirst(count)
    }
  }

  func read(_ name: String) throws -> [UInt8] { try TestFolder.read(path + "/" + name) }

  static func read(_ path: String) throws -> [UInt8] {
    let file = try Files.open(path, O_RDONLY)
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = room.withUnsafeMutableBytes {
        Glibc.read(file.rawValue, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return bytes }
      bytes += room[..<count]
    }
  }

  /// The names in it, hidden ones too.
  var names: [String] { Files.names(in: path) }
}

/// A program that serves until the test ends.
final class ServerProcess {
  private let process: ProcessHandle
  private let input: Descriptor
  /// The first line that it writes; empty where it writes none.
  let firstLine: String

  init(_ command: [String], readsLine: Bool) throws {
    let input = try DescriptorPair.pipe().take()
    let output = try DescriptorPair.pipe().take()
    let started = try ProcessStart(
      executable: command[0],
      arguments: command,
      environment: ["PATH=/usr/sbin:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE=1"],
      workingDirectory: "/"
    ).start(
      standardDescriptors: (input.first, output.second, STDERR_FILENO),
      inheritedDescriptor: nil,
      groupDirectory: nil
    )
    Descriptor.close([input.first, output.second])
    let parts = started.take()
    Descriptor.close([parts.status])
    process = parts.process
    self.input = Descriptor(owning: input.second)
    var line = ""
    var byte: UInt8 = 0
    while readsLine, Glibc.read(output.first, &byte, 1) == 1, byte != 10 {
      line.unicodeScalars.append(Unicode.Scalar(byte))
    }
    Descriptor.close([output.first])
    firstLine = line
  }

  deinit {
    try? process.send(signal: SIGTERM)
    _ = end()
  }

  /// How it ended; waits until it has.
  func end() -> ProcessHandle.End? {
    while true {
      switch process.end() {
      case .ended(let how): return how
      case .notReaped, .unknown: return nil
      case .stillRuns:
        var question = pollfd(fd: process.number, events: Int16(POLLIN), revents: 0)
        poll(&question, 1, 1000)
      }
    }
  }
}

/// The server that misbehaves: `Tests/Servers/hostile.py`.
final class HostileServer {
  private let process: ServerProcess
  private let folder: TestFolder
  let port: Int

  /// One request that it got.
  struct Request {
    let method: String
    let path: String
    let takenBytes: Int
    private let headers: JSON

    init(_ line: JSON) {
      method = line["method"]?.text ?? ""
      path = line["path"]?.text ?? ""
      takenBytes = line["taken"]?.integer(as: Int.self) ?? 0
      headers = line["headers"] ?? .null
    }

    subscript(header: String) -> String? { headers[header]?.text }
  }

  init() throws {
    folder = try TestFolder()
    let sources = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    process = try ServerProcess(
      ["/usr/bin/python3", "/\(sources)/Servers/hostile.py", folder.path + "/log"],
      readsLine: true
    )
    port = try #require(Int(process.firstLine), "hostile.py did not start")
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// All requests so far.
  func requests() throws -> [Request] {
    guard let bytes = try? folder.read("log") else { return [] }
    return try bytes.split(separator: 10).map { Request(try JSON(parsing: Array($0))) }
  }

  /// What `/file/KIND?size=N` holds.
  static func content(_ size: Int, seed: Int = 0) -> [UInt8] {
    let block = (0..<251).map { UInt8(($0 + seed) % 251) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + block.count)
    while bytes.count < size { bytes += block }
    return Array(bytes[..<size])
  }
}

/// nginx with one server on a free port of its own.
final class NginxServer {
  private let process: ServerProcess
  let folder: TestFolder
  let port: Int

  static let isAvailable = Files.exists("/usr/sbin/nginx") && Files.exists("/usr/bin/openssl")

  /// `certificate`: the one name of the host, and whether the certificate's time is over.
  init(certificate: (name: String, isOver: Bool)? = nil) throws {
    folder = try TestFolder()
    let path = folder.path
    mkdir(path + "/www", 0o755)
    port = try NginxServer.freePort()
    var listen = "listen 127.0.0.1:\(port);"
    if let certificate {
      try NginxServer.makeCertificate(certificate.name, isOver: certificate.isOver, in: path)
      listen = """
        listen 127.0.0.1:\(port) ssl http2;
        ssl_certificate \(path)/cert.pem; ssl_certificate_key \(path)/key.pem;
        """
    }
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(path)/\($0);" }.joined(separator: " ")
    try Files.replace(
      path + "/nginx.conf",
      with: """
        daemon off; master_process off; pid \(path)/pid; error_log \(path)/error.log;
        events {}
        http {
          \(temporary)
          log_format test '$server_protocol $connection $request_uri $status "$http_range"';
          access_log \(path)/access.log test;
          server { \(listen) root \(path)/www; }
        }
        """
    )
    process = try ServerProcess(["/usr/sbin/nginx", "-c", path + "/nginx.conf"], readsLine: false)
    try waitUntilItListens()
  }

  var certificateFile: String { folder.path + "/cert.pem" }

  /// The lines of the access log: protocol, connection, path, status, range.
  func accessLog() throws -> [[String]] {
    try Files.read(folder.path + "/access.log").split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }
  }

  /// Makes `cert.pem` and `key.pem` for one name.
  static func makeCertificate(
    _ name: String,
    isOver: Bool,
    in folder: String
  ) throws {
    let command = [
      "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
      "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=\(name)", "-addext",
      "subjectAltName=\(name.first?.isNumber == true ? "IP" : "DNS"):\(name)", "-keyout",
      folder + "/key.pem", "-out", folder + "/cert.pem",
    ]
    _ = try ServerProcess(command, readsLine: false).end()
    if isOver {
      // It is over before it begins: `req` makes none of another day, but `x509` does.
      _ = try ServerProcess(
        [
          "/usr/bin/openssl", "x509", "-in", folder + "/cert.pem", "-signkey", folder + "/key.pem",
          "-days", "-1", "-out", folder + "/cert.pem",
        ],
        readsLine: false
      ).end()
    }
    try #require(Files.exists(folder + "/cert.pem"), "openssl made no certificate")
  }

  private func waitUntilItListens() throws {
    let end = BootClock.nanoseconds() + ServiceUnderTest.patienceSeconds * 1_000_000_000
    while !NginxServer.listens(port) {
      try #require(BootClock.nanoseconds() < end, "nginx does not listen")
      poll(nil, 0, 10)
    }
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    return address
  }

  private static func withSocket<Result>(
    _ port: Int,
    _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = address(port)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func listens(_ port: Int) -> Bool {
    withSocket(port) { connect($0, $1, $2) == 0 }
  }

  private static func freePort() throws -> Int {
    let port = withSocket(0) { number, address, length in
      guard bind(number, address, length) == 0 else { return 0 }
      var bound = sockaddr_in()
      var room = length
      withUnsafeMutablePointer(to: &bound) { pointer in
        _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(number, $0, &room)
        }
      }
      return Int(in_port_t(bigEndian: bound.sin_port))
    }
    try #require(port > 0)
    return port
  }
}
