import Foundation
import Glibc
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import Gateway

/// Which store a gateway in a test has.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case file
  case nats

  /// All that this machine has.
  static let all: [StoreKind] = TestNATS.program == nil ? [.file] : [.file, .nats]

  var testDescription: String { rawValue }
}

/// Real nats-server processes with JetStream, each in a folder of its own.
///
/// A shell beside each ends it when this process has ended, however that ends.
final class TestNATS: Sendable {
  let port: Int
  private let folder: String
  private let process: NIOLockedValueBox<Process?>

  /// Debian's, or none.
  static let program = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  /// One for all tests that only need one.
  static let shared = try? TestNATS()
  /// The same, or an error: a test of this store must not run with another.
  static var started: TestNATS {
    get throws {
      guard let shared else { throw Failure() }
      return shared
    }
  }
  private static let count = NIOLockedValueBox(0)

  /// Longer than any answer takes, however busy the machine is.
  static let patience = TimeAmount.seconds(60)

  struct Failure: Error {}

  init(
    port: Int = 0,
    folder: String? = nil,
    password: String? = nil,
    more: String = ""
  ) throws {
    let folder = folder ?? NSTemporaryDirectory() + "torpor-nats-" + UniqueID.make()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let login =
      password.map { "authorization { user: gateway, password: \"\($0)\" }\n" } ?? ""
    let text = """
      listen: "127.0.0.1:\(port == 0 ? -1 : port)"
      ports_file_dir: "\(folder)"
      jetstream { store_dir: "\(folder)/store" }
      \(login)\(more)
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/conf"))
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = """
      exec >"$1/log" 2>&1 </dev/null
      (while kill -0 $PPID && kill -0 $$; do sleep 1; done; kill -9 $$) 2>/dev/null &
      exec "$0" -c "$1/conf"
      """
    server.arguments = ["-c", script, TestNATS.program ?? "", folder]
    try server.run()
    self.folder = folder
    process = NIOLockedValueBox(server)
    self.port = try TestNATS.port(in: folder)
  }

  /// The port that the server has taken, once it has written which.
  private static func port(in folder: String) throws -> Int {
    let deadline = Date().addingTimeInterval(30)
    while Date() < deadline {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      if let name = names.first(where: { $0.hasSuffix(".ports") }),
        let data = FileManager.default.contents(atPath: folder + "/" + name),
        let address = JSONValue(Array(data))?["nats"]?.list?.first?.text,
        let server = NATSServer(address)
      {
        try? FileManager.default.removeItem(atPath: folder + "/" + name)
        return server.port
      }
      usleep(10_000)
    }
    throw Failure()
  }

  var server: NATSServer {
    get throws {
      guard let server = NATSServer("nats://127.0.0.1:\(port)") else { throw Failure() }
      return server
    }
  }

  /// Mailboxes that no other test has.
  func settings() throws -> FleetSettings {
    var settings = FleetSettings(servers: [try server])
    (settings.replicas, settings.bucketCount, settings.patience) = (1, 2, Self.patience)
    settings.prefix =
      "test-\(ProcessInfo.processInfo.processIdentifier)-\(Self.count.withLockedValue { $0 += 1; return $0 })"
    return settings
  }

  /// kill -9, and returns at once.
  func kill() {
    process.withLockedValue { process in
      if let process, process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
    }
  }

  /// Waits until it is gone, so that another one can have its port.
  ///
  /// Not by Foundation, which waits for all that has inherited its end of a socket: the shell beside the server, too.
  private func wait() {
    guard let pid = process.withLockedValue({ $0?.processIdentifier }) else { return }
    while waitpid(pid, nil, 0) == -1, errno == EINTR {}
  }

  /// Another one with the port and the store of this one, which was killed.
  func startAgain() throws -> TestNATS {
    wait()
    return try TestNATS(port: port, folder: folder)
  }

  func remove() {
    kill()
    wait()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
