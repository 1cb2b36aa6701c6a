import Glibc
import TorporModel
import TorporPosix
import TorporWire

/// A daemon of our own that is given downloads, with its transfer service.
final class TransferDaemon {
  let daemon: DaemonUnderTest
  private let scratch: ScratchFolder
  private let command: ForegroundProgram

  /// A transfer came to a bad end, or to none in time.
  struct Lost: Error, CustomStringConvertible {
    let description: String
  }

  /// Longer than anything here takes on the slowest machine.
  private static let patienceSeconds = 600.0

  init(_ torpord: PeerProgram, command: PeerProgram, scratch: ScratchFolder) throws {
    self.scratch = scratch
    self.command = ForegroundProgram(command)
    daemon = try DaemonUnderTest(torpord, scratch: scratch)
  }

  /// The transfer service; `nil` while there is none.
  var serviceID: Int32? {
    ProcessorTime.tree(of: daemon.processID).first {
      (try? Files.read("/proc/\($0)/comm"))?.hasPrefix("torpor-transfer") == true
    }
  }

  // MARK: With the program

  /// What `torpor download` costs, and the daemon and the service with it.
  func run(_ arguments: [String]) throws -> TransferCost {
    try measured {
      try command.run(
        ["download"] + arguments,
        environment: ["TORPOR_SOCKET=\(scratch.file("socket"))"]
      )
    }
  }

  // MARK: Without it

  /// What it costs to submit the downloads and to wait until they are done.
  func download(_ urls: [String], to destination: TransferDestination) throws -> TransferCost {
    try measured {
      let begin = Stopwatch.wallSeconds()
      try wait(for: submit(urls, to: destination))
      return TransferCost(
        wallMilliseconds: (Stopwatch.wallSeconds() - begin) * 1e3,
        processorMilliseconds: 0
      )
    }
  }

  /// Submits downloads, as many in a call as one takes.
  func submit(_ urls: [String], to destination: TransferDestination) throws -> [TransferIdentifier]
  {
    var transfers: [TransferIdentifier] = []
    for start in stride(from: 0, to: urls.count, by: TransferContent.countMax) {
      let part = urls[start..<min(start + TransferContent.countMax, urls.count)]
      let submission = TransferSubmission(
        requests: part.map { _ in TransferRequest(direction: .download) },
        contents: part.map { TransferContent(url: $0, destination: destination) }
      )
      let accepted = try daemon.control.call(Control.SubmitTransfers(submission))
      let first = accepted.first.rawValue
      transfers += (0..<UInt64(accepted.count)).map { TransferIdentifier(rawValue: first + $0) }
    }
    return transfers
  }

  /// Waits until the transfers are over.
  ///
  /// - Throws: `Lost` when one of those that are still listed has failed.
  func wait(for transfers: [TransferIdentifier]) throws {
    let end = Stopwatch.wallSeconds() + Self.patienceSeconds
    guard let last = transfers.last else { return }
    // They end nearly in order, so that one question at a time tells enough.
    while try state(of: last).isFinal == false {
      guard Stopwatch.wallSeconds() < end else {
        throw Lost(description: "\(last) has not ended in time")
      }
      usleep(2000)
    }
    while true {
      let open = try daemon.control.call(Control.ListTransfers()).transfers
      if open.isEmpty { return }
      guard Stopwatch.wallSeconds() < end else {
        throw Lost(description: "\(open.count) transfers have not ended in time")
      }
      usleep(2000)
    }
  }

  func state(of transfer: TransferIdentifier) throws -> TransferState {
    let call = Control.ListTransfers(transfer: transfer)
    guard let row = try daemon.control.call(call).transfers.first else {
      throw Lost(description: "\(transfer) is not known any more")
    }
    if row.status.state.isFinal, row.status.state != .completed {
      throw Lost(
        description: "\(transfer) is \(row.status.state.rawValue): \(row.detail.cause ?? "")"
      )
    }
    return row.status.state
  }

  /// What the daemon and its service do for `body` belongs to its cost, to the last row that goes.
  private func measured(_ body: () throws -> TransferCost) throws -> TransferCost {
    let before = ProcessorTime.milliseconds(ofTree: daemon.processID)
    var cost = try body()
    usleep(200_000)
    cost.processorMilliseconds += ProcessorTime.milliseconds(ofTree: daemon.processID) - before
    try forgetFinished()
    return cost
  }

  /// Takes what is over from the list, which a user's next ones would not fit into after a few runs.
  private func forgetFinished() throws {
    while true {
      let rows = try daemon.control.call(Control.ListTransfers(includesOver: true)).transfers
      if rows.isEmpty { return }
      try daemon.control.call(Control.RemoveTransfers(transfers: rows.map(\.status.transfer)))
    }
  }
}
