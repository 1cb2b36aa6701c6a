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
    let files = try [ipv4, ipv6].map(file)
    let kernels = swapTables(files)
    defer {
      _ = swapTables(kernels)
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

  @Test(
    "says that the host cannot be found where two halves lead out, as with a virtual private network"
  )
  func halves() async throws {
    let half = "tun0\t00000080\t0100080A\t0003\t0\t0\t0\t00000080\t0\t0\t0\n"
    #expect(try await failure(head + half, unreachable)?.code == .cannotFindHost)
    let wayOfHalf = wayOut.replacingOccurrences(
      of: String(repeating: "0", count: 32) + " 00 ",
      with: "8" + String(repeating: "0", count: 31) + " 01 ",
      options: .anchored
    )
    #expect(try await failure(head, unreachable + wayOfHalf)?.code == .cannotFindHost)
  }

  @Test("keeps the error of a task when the network comes back")
  func kept() async throws {
    let files = try [head, unreachable].map(file)
    let kernels = swapTables(files)
    defer { _ = swapTables(kernels) }
    let url = try #require(URL(string: "http://\(String(repeating: "a", count: 64)).example/"))
    let task = await withCheckedContinuation { continuation in
      let ended = Ended(continuation)
      let session = URLSession(configuration: .default, delegate: ended, delegateQueue: nil)
      session.dataTask(with: url).resume()
      session.finishTasksAndInvalidate()
    }
    #expect((task.error as? URLError)?.code == .notConnectedToInternet)
    _ = swapTables(kernels)
    #expect((task.error as? URLError)?.code == .notConnectedToInternet)
  }

  private func file(_ text: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  /// Has other tables read; those before.
  private func swapTables(_ files: [String]) -> [String] {
    MissingNetwork.tables.withLock { tables in
      defer { tables = files }
      return tables
    }
  }
}

/// Hands the task over when it has ended.
private final class Ended: NSObject, URLSessionTaskDelegate, Sendable {
  private let continuation: CheckedContinuation<URLSessionTask, Never>

  init(_ continuation: CheckedContinuation<URLSessionTask, Never>) {
    self.continuation = continuation
  }

  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError _: (any Error)?) {
    continuation.resume(returning: task)
  }
}
