internal import Glibc
package import TorporCore
package import TorporModel
package import TorporPosix

/// Reads memory of frozen groups back from swap, one order at a time for each group.
///
/// A thread does the pieces, as the pager's does, and ends before its next one when the group is thawed.
package final class SwapReader {
  private let loop: EventLoop
  private let procRoot: String
  private let report: (LaunchIdentifier, ProcessEvent) -> Void
  private var running: [LaunchIdentifier: MemoryThread<ReadBackWork>] = [:]
  private let canAdvise = ProcessMemory.unavailableReason() == nil

  /// Reports `.readBack` through `report`, on the loop's thread.
  package init(
    on loop: EventLoop,
    procRoot: String = "/proc",
    report: @escaping (LaunchIdentifier, ProcessEvent) -> Void
  ) {
    self.loop = loop
    self.procRoot = procRoot
    self.report = report
  }

  deinit {
    for order in running.values { order.abandon() }
  }

  /// Begins to read memory of the group back; `.readBack` follows.
  package func read(_ order: ReadBackOrder, _ group: ControlGroup) {
    guard canAdvise, running[order.launch] == nil,
      let begun = try? begin(order, group)
    else {
      // No right, no descriptor or no thread: the group reads by itself what it touches.
      return report(order.launch, .readBack(ReadBackReport(readBytes: 0)))
    }
    running[order.launch] = begun
  }

  /// The group is about to run: nothing more of it is read.
  package func stop(_ launch: LaunchIdentifier) { running[launch]?.work.stop() }

  /// The group has ended: nothing is reported of it any more.
  package func forget(_ launch: LaunchIdentifier) {
    running[launch]?.work.stop()
    running[launch]?.isForgotten = true
  }

  private func begin(
    _ order: ReadBackOrder,
    _ group: ControlGroup
  ) throws(SystemError) -> MemoryThread<ReadBackWork> {
    try MemoryThread(for: [group], on: loop) { targets, endsPipe in
      ReadBackWork(order, targets, procRoot: procRoot, endsPipe: endsPipe)
    } ended: { [unowned self] in
      ended(order.launch)
    }
  }

  private func ended(_ launch: LaunchIdentifier) {
    guard let order = running.removeValue(forKey: launch) else { return }
    order.end()
    guard let read = order.work.readBytes, !order.isForgotten else { return }
    report(launch, .readBack(ReadBackReport(readBytes: Int64(read))))
  }
}
