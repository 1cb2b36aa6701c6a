import Foundation
import Testing

@testable import AppleSupport

@Suite("A default session without a network", .serialized, .timeLimit(.minutes(1)))
struct MissingNetworkTests {
  private let head =
    "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
    + "lo\t0000007F\t00000000\t0001\t0\t0\t0\t000000FF\t0\t0\t0\n"
  private let way = "eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
  private let unreachable =
    "\(String(repeating: "0", count: 32)) 00 \(String(repeating: "0", count: 32)) 00 "
    + "\(String(repeating: "0", count: 32)) ffffffff 00000001 00000000 00200200       lo\n"
  private let wayOut =
    "\(String(repeating: "0", count: 32)) 00 \(String(repeating: "0", count: 32)) 00 "
    + "fd000000000000000000000000000001 00000400 00000003 00000000 00000003     eth0\n"

  /// Why a host cannot be found on a machine with these tables of routes.
  private func failure(_ ipv4: String, _ ipv6: String) async throws -> URLError? {
    let files = try [ipv4, ipv6].map { text in
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let kernels = MissingNetwork.tables.withLock { tables in
      defer { tables = files }
      return tables
    }
    defer {
      MissingNetwork.tables.withLock { $0 = kernels }
      for file in files { try? FileManager.default.removeItem(atPath: file) }
    }
    // A part of a name has 63 letters at most: no server is asked for it.
    let name = String(repeating: "a", count: 64)
    let url = try #require(URL(string: "http://\(name).example/"))
    return await #expect(throws: URLError.self) { try await URLSession.shared.data(from: url) }
  }

  @Test("says that there is none where no route leads out")
  func offline() async throws {
    let error = try await failure(head, unreachable)
    #expect(error?.code == .notConnectedToInternet)
    #expect(error?.errorCode == -1009)
    #expect(error?.localizedDescription.contains("no network") == true)
  }

  @Test("says that the host cannot be found where one does, of either kind")
  func online() async throws {
    #expect(try await failure(head + way, unreachable)?.code == .cannotFindHost)
    #expect(try await failure(head, unreachable + wayOut)?.code == .cannotFindHost)
  }
}
