import Glibc
import Testing
import TorporModel
import TorporWire

@testable import torpor_transferd

@Suite("Transfers to one host", .serialized)
struct SideBySideTests {
  @Test("run side by side over HTTP/1.1: a short one does not wait for a long one")
  func sideBySide() throws {
    let server = try HostileServer()
    let folder = try TestFolder()
    mkdir(folder.path + "/in", 0o755)
    let service = try ServiceUnderTest(state: folder.path + "/state")
    let paths = ["/file/drip?size=\(8 << 20)", "/file/plain?size=1000", "/status/404"]
    try service.send(
      .start(
        paths.enumerated().map { index, path in
          TransferStart(
            UInt64(index + 1),
            TransferContent(
              url: server.url(path),
              destination: TransferDestination(folder.path + "/in/\(index + 1)")
            )
          )
        }
      )
    )
    // The long one is let go by nobody: these come although it goes on.
    #expect(try service.result(of: TransferIdentifier(rawValue: 2)).error == nil)
    #expect(try service.result(of: TransferIdentifier(rawValue: 3)).error == .httpStatus)
  }

  @Test("are said to be under way once they have a connection, and not before")
  func underWay() throws {
    let server = try HostileServer()
    let folder = try TestFolder()
    mkdir(folder.path + "/in", 0o755)
    let service = try ServiceUnderTest(state: folder.path + "/state")
    // Four that nobody lets go take the four connections of the host.
    let paths = (1...5).map { _ in "/file/drip?size=\(8 << 20)" } + ["/file/plain?size=1000"]
    try service.send(
      .start(
        paths.enumerated().map { index, path in
          TransferStart(
            UInt64(index + 1),
            TransferContent(
              url: server.url(path),
              destination: TransferDestination(folder.path + "/in/\(index + 1)")
            )
          )
        }
      )
    )
    for number: UInt64 in 1...4 {
      try service.waitForProgress(of: TransferIdentifier(rawValue: number), bytes: 1)
    }
    #expect(service.begun.map(\.transfer.rawValue) == [1, 2, 3, 4])
    try service.send(.pause([TransferIdentifier(rawValue: 1)]))
    try service.waitForBegin(of: TransferIdentifier(rawValue: 5))
    #expect(!service.begun.contains { $0.transfer.rawValue == 6 })
  }

  @Test("wait over TLS for the first answer, which says whether one connection will do")
  func firstAnswer() {
    let key = Lanes.Key(origin: "https://example.com:443", connectionsMax: 4)
    var lanes = Lanes()
    for value in 1...10 { lanes.append(TransferIdentifier(rawValue: UInt64(value)), to: key) }
    #expect(lanes.next() != nil)
    #expect(lanes.next() == nil)
    lanes.answered(key, isMultiplexed: false)
    var count = 1
    while lanes.next() != nil { count += 1 }
    #expect(count == 4)
  }
}
