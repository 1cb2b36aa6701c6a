import Glibc
import TorporPosix

/// An nginx of our own on loopback that serves the files of one folder.
final class WebServer {
  /// Where its files lie; what is put there is served.
  let root: String
  let address: String
  private let log: String
  private let program: BackgroundProgram

  /// Where Debian's nginx-light puts the program.
  static let program = "/usr/sbin/nginx"

  /// The server cannot be used; its log says why.
  struct Unready: Error, CustomStringConvertible {
    let log: String
    var description: String { "nginx does not answer: \(log)" }
  }

  /// Starts the server in the scratch folder; `nil` where nginx is not installed.
  ///
  /// - Throws: `Unready` when it does not listen within five seconds, `SystemError`.
  init?(in scratch: ScratchFolder) throws {
    guard access(WebServer.program, X_OK) == 0 else { return nil }
    root = scratch.file("served")
    log = scratch.file("requests")
    try Files.makeFolder(root, mode: 0o755)
    let port = try LoopbackPort.free()
    address = "http://127.0.0.1:\(port)"
    try Files.replace(
      scratch.file("nginx.conf"),
      with: WebServer.settings(port: port, scratch: scratch)
    )
    program = try BackgroundProgram(
      WebServer.program,
      ["-c", scratch.file("nginx.conf"), "-e", scratch.file("nginx.log")]
    )
    for _ in 0..<5000 {
      if LoopbackPort.answers(port) { return }
      usleep(1000)
    }
    throw Unready(log: (try? Files.read(scratch.file("nginx.log"))) ?? "")
  }

  /// One process without a parent, so that its end is the end of all.
  ///
  /// Requests for large files are logged, for the ranges that are asked for to be counted.
  private static func settings(port: UInt16, scratch: ScratchFolder) -> String {
    """
    daemon off;
    master_process off;
    user root;
    pid \(scratch.file("nginx.pid"));
    error_log \(scratch.file("nginx.log"));
    events { worker_connections 512; }
    http {
      log_format range '$uri $status $body_bytes_sent "$http_range"';
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000;
      client_body_temp_path \(scratch.file("body"));
      server {
        listen 127.0.0.1:\(port) backlog=512;
        root \(scratch.file("served"));
        location /large/ { access_log \(scratch.file("requests")) range; }
      }
    }

    """
  }

  /// One answer as the server saw it.
  struct Answer {
    let path: String
    let status: Int
    /// Bytes of the body that went into the socket, whether the other end has read them or not.
    let sentBytes: Int64
    /// Where the asked range begins; 0 where the whole was asked for.
    let rangeStart: Int64
  }

  /// The answers to requests below `/large/`, in order.
  func answers() -> [Answer] {
    let text = (try? Files.read(log)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      guard fields.count == 4, let status = Int(fields[1]), let bytes = Int64(fields[2]) else {
        return nil
      }
      let digits = fields[3].drop { !$0.isNumber }.prefix { $0.isNumber }
      return Answer(
        path: String(fields[0]),
        status: status,
        sentBytes: bytes,
        rangeStart: Int64(digits) ?? 0
      )
    }
  }
}

/// A host that takes connections and never says a word.
final class StalledServer {
  let address: String
  private let socket: Descriptor

  init() throws(SystemError) {
    socket = try LoopbackPort.listen(backlog: 512)
    address = "http://127.0.0.1:\(LoopbackPort.number(of: socket))"
  }
}

/// TCP on 127.0.0.1.
enum LoopbackPort {
  /// A socket that listens on a port which nobody else has.
  ///
  /// Nobody accepts: the kernel completes connections up to the backlog, and bytes stay unanswered.
  static func listen(backlog: Int32) throws(SystemError) -> Descriptor {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else {
      throw SystemError(operation: "make", subject: "a socket", code: errno)
    }
    let descriptor = Descriptor(owning: number)
    var address = address(of: 0)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, length) == 0 && Glibc.listen(number, backlog) == 0
      }
    }
    guard isListening else {
      throw SystemError(operation: "listen on", subject: "127.0.0.1", code: errno)
    }
    return descriptor
  }

  /// The port that a socket is bound to.
  static func number(of socket: borrowing Descriptor) -> UInt16 {
    var address = address(of: 0)
    var length = length
    let number = socket.rawValue
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        // Cannot fail for a socket that is bound.
        _ = getsockname(number, $0, &length)
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private static let length = socklen_t(MemoryLayout<sockaddr_in>.size)

  /// A port that nobody had a moment ago.
  static func free() throws(SystemError) -> UInt16 {
    let socket = try listen(backlog: 1)
    return number(of: socket)
  }

  /// Whether somebody listens there.
  static func answers(_ port: UInt16) -> Bool {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return false }
    defer { close(number) }
    var address = address(of: port)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, length) == 0
      }
    }
  }

  private static func address(of port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}
