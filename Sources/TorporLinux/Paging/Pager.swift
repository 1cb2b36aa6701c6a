internal import Glibc
package import TorporCore
package import TorporModel
package import TorporPosix

/// Writes memory of frozen groups away, one order at a time for each group, and measures what a thaw costs.
///
/// The kernel may wait for the disk over a piece, so a thread does the pieces and the loop goes on. A thaw
/// has the thread end before its next piece and waits for nothing.
package final class Pager {
  private let loop: EventLoop
  private let procRoot: String
  private let report: (LaunchIdentifier, ProcessEvent) -> Void
  /// Orders under way, by launch.
  private var running: [LaunchIdentifier: MemoryThread<PageOutWork>] = [:]
  /// The page faults that each group had when its memory went.
  private var faultsBefore: [LaunchIdentifier: Int64] = [:]
  private var pendingLooks: [LaunchIdentifier: EventLoop.Token] = [:]
  /// How fast it went last.
  private var pace = PageOutPace()
  private let canAdvise = ProcessMemory.unavailableReason() == nil

  /// Reports `.pagedOut` and `.pagedIn` through `report`, on the loop's thread.
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
    for token in pendingLooks.values { loop.cancel(token) }
  }

  /// Begins to write memory of the group away; `.pagedOut` follows.
  package func pageOut(_ order: PageOutOrder, _ group: ControlGroup) {
    let reclaimPaths = group.reclaimPath.map { [$0] } ?? []
    pageOut(order, [group], .init(canAdvise: canAdvise, reclaimPaths: reclaimPaths))
  }

  /// Begins to write memory of several groups away by their files `memory.reclaim` alone; `.pagedOut` follows.
  ///
  /// Where one has no such file, nothing is written and nothing is left to do.
  func reclaim(_ order: PageOutOrder, _ groups: [ControlGroup]) {
    let paths = groups.map { $0.path + "/memory.reclaim" }
    guard !paths.isEmpty, paths.allSatisfy(Files.isWritable) else { return giveUp(order.launch) }
    pageOut(order, groups, .init(canAdvise: false, reclaimPaths: paths))
  }

  private func pageOut(
    _ order: PageOutOrder,
    _ groups: [ControlGroup],
    _ means: PageOutWork.Means
  ) {
    let launch = order.launch
    if let running = running[launch] {
      // What is under way at leisure is to be done at once.
      if !running.isStopped, order.isUrgent == true { return running.work.hurry() }
      // A thaw has stopped the last order, and its thread still waits for the disk.
      return decline(launch)
    }
    do throws(SystemError) {
      running[launch] = try MemoryThread(for: groups, on: loop) { targets, endsPipe in
        PageOutWork(
          order,
          targets,
          means,
          pace: pace,
          procRoot: procRoot,
          endsPipe: endsPipe
        )
      } ended: { [unowned self] in
        ended(launch)
      }
    } catch {
      // No descriptor or no thread is left.
      giveUp(launch)
    }
  }

  /// What cannot be done now is not tried again in this freeze.
  private func giveUp(_ launch: LaunchIdentifier) {
    let none = PageOutReport(freedBytes: 0, writtenBytes: 0, isComplete: true, swap: swap)
    report(launch, .pagedOut(none))
  }

  /// Says that nothing was written now, and that there is something left.
  package func decline(_ launch: LaunchIdentifier) {
    let none = PageOutReport(freedBytes: 0, writtenBytes: 0, isComplete: false, swap: swap)
    report(launch, .pagedOut(none))
  }

  /// The group is about to run: nothing more of it is written away.
  package func stop(_ launch: LaunchIdentifier) {
    running[launch]?.isStopped = true
    running[launch]?.work.stop()
    guard let before = faultsBefore.removeValue(forKey: launch), pendingLooks[launch] == nil else {
      return
    }
    pendingLooks[launch] = loop.schedule(after: Pager.returnTime) { [unowned self] in
      pendingLooks[launch] = nil
      guard let after = faults?(launch) else { return }
      let waited = max(0, after - before)
      report(launch, .pagedIn(PageInReport(majorFaults: waited, swap: swap)))
    }
  }

  /// Reads how many page faults of a living group waited for a disk; set by who knows the groups.
  package var faults: ((LaunchIdentifier) -> Int64?)?

  /// The group has ended: nothing is reported of it any more.
  package func forget(_ launch: LaunchIdentifier) {
    running[launch]?.work.stop()
    running[launch]?.isForgotten = true
    faultsBefore[launch] = nil
    if let token = pendingLooks.removeValue(forKey: launch) { loop.cancel(token) }
  }

  /// How long after a thaw its page faults are counted: 3 s, in which an app is on the screen and has
  /// touched what it needs for that.
  ///
  /// Our choice.
  private static let returnTime = Duration.seconds(3)

  private var swap: SwapState? { SwapInfo.read(procRoot: procRoot) }

  private func ended(_ launch: LaunchIdentifier) {
    guard let order = running.removeValue(forKey: launch) else { return }
    order.end()
    guard let outcome = order.work.outcome else { return }
    pace = outcome.pace
    guard !order.isForgotten else { return }
    if outcome.freedBytes > 0, !order.isStopped { faultsBefore[launch] = faults?(launch) }
    report(
      launch,
      .pagedOut(
        PageOutReport(
          freedBytes: outcome.freedBytes,
          writtenBytes: outcome.writtenBytes,
          isComplete: outcome.isComplete,
          swap: swap
        )
      )
    )
  }
}
