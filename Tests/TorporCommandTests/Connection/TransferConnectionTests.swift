import ArgumentParser
import Testing
import TorporModel
import TorporPosix
import TorporWire

@testable import torpor

@Suite("Transfers over a connection")
struct TransferConnectionTests {
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

  /// The calls that the connection has made.
  private func calls() throws -> [String] {
    var framer = VarlinkFramer()
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      let received = try? UnixSocket.receive(
        into: UnsafeMutableRawBufferPointer(buffer),
        descriptorsMax: 0,
        on: peer.number
      )
      count = received?.count ?? 0
    }
    framer.append(bytes)
    var calls: [String] = []
    while let message = try framer.next() {
      let call = try VarlinkCall(message: message)
      calls.append(String(decoding: call.parameters.bytes, as: UTF8.self))
    }
    return calls
  }

  private func page(_ rows: [TransferRow], next: UInt64? = nil) -> VarlinkReply {
    let next = next.map(TransferIdentifier.init(rawValue:))
    return VarlinkReply(
      parameters: Control.ListTransfers.Reply(transfers: rows, next: next).parameters
    )
  }

  private func unknown(_ number: UInt64) -> VarlinkReply {
    let transfer = TransferIdentifier(rawValue: number)
    return VarlinkReply(WireError.refused(.transfer(.unknownTransfer(transfer))))
  }

  private func numbers(_ numbers: UInt64...) -> [TransferIdentifier] {
    numbers.map { TransferIdentifier(rawValue: $0) }
  }

  @Test("are asked for page by page, up to the last, and not without end")
  func pages() throws {
    let daemon = try connection(page([Samples.moving], next: 12), page([Samples.retrying]))
    let (rows, parameters) = try daemon.transferPages(Control.ListTransfers(includesOver: true))
    #expect(rows == [Samples.moving, Samples.retrying])
    #expect(parameters.count == 2)
    #expect(try calls() == [#"{"includesOver":true}"#, #"{"after":"12","includesOver":true}"#])
    let circle = try connection(page([Samples.moving], next: 12), page([Samples.moving], next: 12))
    #expect(try circle.transferPages(Control.ListTransfers()).rows.count == 2)
  }

  @Test("that were changed are reported as changed where what came of it is refused")
  func changedAndRefused() throws {
    let daemon = try connection(VarlinkReply(parameters: NoReply().parameters), unknown(3))
    let failure = #expect(throws: CommandFailure.self) {
      try TransferArgumentList.parse(["3"]).forEach(on: daemon, json: true, "is paused") {
        Control.PauseTransfers(transfers: $0)
      }
    }
    #expect(
      failure?.sentence
        == "Transfer 3 is paused. What came of it cannot be shown: "
        + WireError.refused(.transfer(.unknownTransfer(numbers(3)[0]))).sentence
    )
  }

  @Test("that are submitted in several calls have all their numbers")
  func submitting() throws {
    func accepted(_ first: UInt64, _ count: Int) -> VarlinkReply {
      let first = TransferIdentifier(rawValue: first)
      return VarlinkReply(
        parameters: Control.SubmitTransfers.Reply(first: first, count: count).parameters
      )
    }
    let daemon = try connection(accepted(7, 2), accepted(20, 1))
    let submission = TransferSubmission(requests: [], contents: [])
    let (transfers, answers) = try daemon.submit([submission, submission])
    #expect(transfers == numbers(7, 8, 20))
    #expect(answers.count == 2)
  }

  @Test("of which one is waited for are asked for by its number, until it is over")
  func one() throws {
    var over = Samples.moving
    over.status.state = .completed
    let daemon = try connection(page([Samples.moving]), page([over]))
    var awaited = AwaitedTransfers(numbers(12))
    #expect(!awaited.isOver)
    #expect(try awaited.look(on: daemon).isEmpty)
    #expect(!awaited.isOver)
    #expect(try awaited.look(on: daemon) == [over])
    #expect(awaited.isOver)
    #expect(try calls() == Array(repeating: #"{"transfer":"12"}"#, count: 2))
  }

  @Test("of which several are waited for are asked for as a piece of the list")
  func several() throws {
    let other = Samples.transfer(number: 99, .running)
    let daemon = try connection(
      page([Samples.moving, Samples.retrying, other]),
      page([Samples.complete]),
      page([Samples.retrying, other]),
      unknown(12)
    )
    var awaited = AwaitedTransfers(numbers(12, 13, 14))
    // One that has ended before the first look is asked for by itself.
    #expect(try awaited.look(on: daemon) == [Samples.complete])
    #expect(awaited.rows == [Samples.moving, Samples.retrying, Samples.complete])
    // One that was removed is not waited for.
    #expect(try awaited.look(on: daemon).isEmpty)
    #expect(awaited.lost == Set(numbers(12)))
    #expect(awaited.rows == [Samples.retrying, Samples.complete])
    #expect(!awaited.isOver)
    #expect(
      try calls() == [
        #"{"after":"11"}"#, #"{"transfer":"14"}"#, #"{"after":"11"}"#, #"{"transfer":"12"}"#,
      ]
    )
  }

  @Test("of a long list are looked at up to the first page on which nothing has happened")
  func beginning() throws {
    let waits = Samples.transfer(number: 14, .queued)
    let last = Samples.transfer(number: 31, .running)
    let daemon = try connection(
      page([Samples.moving], next: 12),
      page([Samples.retrying, waits], next: 14),
      page([Samples.moving], next: 12),
      page([Samples.retrying, waits], next: 14),
      page([last])
    )
    var awaited = AwaitedTransfers(numbers(12, 13, 14, 31))
    #expect(try awaited.look(on: daemon).isEmpty)
    #expect(awaited.open == [Samples.moving, Samples.retrying, waits])
    #expect(awaited.rows == awaited.open)
    #expect((awaited.count, awaited.leftCount, awaited.isOver) == (4, 4, false))
    #expect(try calls() == [#"{"after":"11"}"#, #"{"after":"12"}"#])
    #expect(try awaited.look(on: daemon, isWhole: true).isEmpty)
    #expect(awaited.open == [Samples.moving, Samples.retrying, waits, last])
    #expect(try calls() == [#"{"after":"11"}"#, #"{"after":"12"}"#, #"{"after":"30"}"#])
  }

  @Test("that have ended together are asked for together")
  func ends() throws {
    let other = Samples.transfer(number: 99, .completed)
    let daemon = try connection(
      page([Samples.moving]),
      page([Samples.complete, Samples.failed, other])
    )
    var awaited = AwaitedTransfers(numbers(12, 14, 15, 16))
    #expect(try awaited.look(on: daemon) == [Samples.complete, Samples.failed])
    #expect(awaited.lost == Set(numbers(16)))
    #expect((awaited.count, awaited.leftCount) == (3, 1))
    #expect(try calls() == [#"{"after":"11"}"#, #"{"after":"13","includesOver":true}"#])
  }

  @Test("that are all watched are those that go, and those that have ended since")
  func watching() throws {
    var over = Samples.moving
    over.status.state = .completed
    let daemon = try connection(
      page([Samples.moving]),
      page([Samples.retrying]),
      page([over]),
      page([]),
      unknown(13)
    )
    var awaited = AwaitedTransfers()
    #expect(try awaited.look(on: daemon).isEmpty)
    #expect(try awaited.look(on: daemon) == [over])
    #expect(awaited.rows == [over, Samples.retrying])
    #expect(!awaited.isOver)
    #expect(try awaited.look(on: daemon).isEmpty)
    #expect(awaited.isOver)
  }
}
