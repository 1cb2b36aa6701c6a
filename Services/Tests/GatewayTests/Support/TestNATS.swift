import Foundation
import NIOConcurrencyHelpers
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
/// A shell ends the server when the input that it reads ends: with this process, however that ends.
final class TestNATS: Sendable {
  let port: Int
  private let folder: String
  private let process: NIOLockedValueBox<(server: Process, input: Pipe)?>

  /// Debian's, or none.
  static let program = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  /// One for all tests that only need one.
  static let shared = try? TestNATS()
  private static let count = NIOLockedValueBox(0)

  struct Failure: Error {}

  init(port: Int = 0, folder: String? = nil, password: String? = nil) throws {
    let folder = folder ?? NSTemporaryDirectory() + "torpor-nats-" + UniqueID.make()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let login =
      password.map { "authorization { user: gateway, password: \"\($0)\" }\n" } ?? ""
    let text = """
      listen: "127.0.0.1:\(port == 0 ? -1 : port)"
      ports_file_dir: "\(folder)"
      jetstream { store_dir: "\(folder)/store" }
      \(login)
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/conf"))
    let (server, input) = (Process(), Pipe())
    server.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = """
      "$0" -c "$1/conf" >"$1/log" 2>&1 & server=$!
      read -r _
      kill -9 $server; wait
      """
    server.arguments = ["-c", script, TestNATS.program ?? "", folder]
    server.standardInput = input
    try server.run()
    self.folder = folder
    process = NIOLockedValueBox((server, input))
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
    (settings.replicas, settings.bucketCount) = (1, 2)
    settings.prefix =
      "test-\(ProcessInfo.processInfo.processIdentifier)-\(Self.count.withLockedValue { $0 += 1; return $0 })"
    return settings
  }

  /// kill -9; `startAgain` has what it had.
  func kill() {
    process.withLockedValue { process in
      try? process?.input.fileHandleForWriting.close()
      process?.server.waitUntilExit()
      process = nil
    }
  }

  func startAgain() throws -> TestNATS { try TestNATS(port: port, folder: folder) }

  func remove() {
    kill()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
