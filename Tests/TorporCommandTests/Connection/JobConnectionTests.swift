import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor

@Suite("Jobs over a connection")
struct JobConnectionTests {
  private final class Peer {
    var number: Int32 = -1
    deinit { Descriptor.close([number]) }
  }

  private let peer = Peer()

  /// A connection whose other end has written all its replies already.
  private func connection(_ replies: VarlinkReply...) throws -> ControlConnection {
    let (ours, theirs) = try DescriptorPair.sockets().take()
    peer.number = theirs
    let bytes = replies.flatMap(\.bytes)
    _ = try bytes.withUnsafeBytes { try UnixSocket.send($0, on: theirs) }
    return ControlConnection(Descriptor(owning: ours), path: "/run/x")
  }

  private func page(_ jobs: [JobStatus], next: UInt64? = nil) -> VarlinkReply {
    let next = next.map(JobIdentifier.init(rawValue:))
    return VarlinkReply(parameters: Control.ListJobs.Reply(jobs: jobs, next: next).parameters)
  }

  private func unknown(_ name: String) -> VarlinkReply {
    VarlinkReply(WireError.refused(.unknownJob(name: name, similar: [])))
  }

  private let backup = Samples.job(12, "backup", .waiting)
  private let index = Samples.job(13, "index", .waiting)

  @Test("are asked for page by page, up to the last")
  func pages() throws {
    let daemon = try connection(page([backup], next: 12), page([index]))
    let (jobs, parameters) = try daemon.jobPages()
    #expect(jobs.map(\.name) == ["backup", "index"])
    #expect(parameters.compactMap { $0["name"]?.text } == ["backup", "index"])
  }

  @Test("are not asked for without end by a page that leads back")
  func circle() throws {
    let daemon = try connection(page([backup], next: 12), page([backup], next: 12))
    #expect(try daemon.jobs().count == 2)
  }

  @Test("are found by the beginning of a name, where the daemon knows no job of that name")
  func beginning() throws {
    let daemon = try connection(unknown("back"), page([backup, index]), page([backup]))
    #expect(try daemon.job(named: "back").status.job == backup.job)
  }

  @Test("are refused in the daemon's words, where none begins so")
  func none() throws {
    let daemon = try connection(unknown("x"), page([backup, index]))
    #expect(throws: CommandFailure.refused(.refused(.unknownJob(name: "x", similar: [])))) {
      try daemon.job(named: "x")
    }
  }
}
