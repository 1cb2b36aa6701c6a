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
  private var running: [LaunchIdentifier: Order] = [:]
  private let canAdvise = ProcessMemory.unavailableReason() == nil

  private final class Order {
    let work: ReadBackWork
    // Kept open until the thread is done with them.
    let handles: [ProcessHandle]
    let readEnd: Descriptor
    let writeEnd: Descriptor
    var token: EventLoop.Token?
    var isForgotten = false

    init(
      _ work: ReadBackWork,
      _ handles: [ProcessHandle],
      _ readEnd: consuming Descriptor,
      _ writeEnd: consuming Descriptor
    ) {
      self.work = work
      self.handles = handles
      self.readEnd = readEnd
      self.writeEnd = writeEnd
    }
  }

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
    for order in running.values {
      order.work.stop()
      if let token = order.token { loop.cancel(token) }
      // The thread may still use its descriptors: they stay open for as long as the process lives.
      _ = Unmanaged.passRetained(order)
    }
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

  private func begin(_ order: ReadBackOrder, _ group: ControlGroup) throws(SystemError) -> Order {
    let (targets, handles) = PageOutWork.Target.all(of: [group])
    let ends = try DescriptorPair.pipe().take()
    let writeEnd = Descriptor(owning: ends.second)
    let readEnd = Descriptor(owning: ends.first)
    let work = ReadBackWork(order, targets, procRoot: procRoot, endsPipe: writeEnd.rawValue)
    let begun = Order(work, handles, readEnd, writeEnd)
    let launch = order.launch
    begun.token = try loop.register(begun.readEnd.rawValue, for: .readable) { [unowned self] _ in
      ended(launch)
    }
    do throws(SystemError) {
      try DetachedThread.start { work.run() }
    } catch {
      if let token = begun.token { loop.cancel(token) }
      throw error
    }
    return begun
  }

  private func ended(_ launch: LaunchIdentifier) {
    guard let order = running.removeValue(forKey: launch) else { return }
    if let token = order.token { loop.cancel(token) }
    guard let read = order.work.readBytes, !order.isForgotten else { return }
    report(launch, .readBack(ReadBackReport(readBytes: Int64(read))))
  }
}
