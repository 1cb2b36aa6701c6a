package import TorporCore
import TorporModel

// Memory of frozen groups that goes to swap, and comes back with a thaw.

extension SimulatedProcesses {
  package func pageOut(_ order: PageOutOrder) {
    let launch = order.launch
    guard let group = living(launch, for: "pageOut") else { return }
    judge(group.freezer == .frozen, "memory of \(name(launch)) was ordered away while it runs")
    let isHurrying = group.isPagingOut && order.isUrgent == true
    judge(
      !group.isPagingOut || isHurrying,
      "memory of \(name(launch)) was ordered away twice"
    )
    judge(order.bytesMax > 0, "no memory of \(name(launch)) was ordered away")
    guard group.freezer == .frozen, !group.isPagingOut else { return }
    group.isPagingOut = true
    later(latencies.pageOut, launch) { [unowned self] group, isNews in
      // The thread that wrote ended with its daemon.
      guard isNews else { return }
      group.isPagingOut = false
      let freezes = group.freezer == .frozen
      let resident = group.process.footprintBytes - swap.written(of: launch)
      let wanted = freezes ? min(order.bytesMax, resident) : 0
      let written = swap.write(wanted, of: launch)
      didPage(launch, swap.missing(of: launch))
      post(
        launch,
        .pagedOut(
          PageOutReport(
            freedBytes: written,
            writtenBytes: written,
            isComplete: freezes && written < order.bytesMax,
            swap: swap.state
          )
        )
      )
    }
  }

  package func readBack(_ order: ReadBackOrder) {
    let launch = order.launch
    guard let group = living(launch, for: "readBack") else { return }
    judge(group.freezer == .frozen, "memory of \(name(launch)) was read back while it runs")
    judge(order.bytesMax > 0, "no memory of \(name(launch)) was read back")
    later(latencies.pageOut, launch) { [unowned self] group, isNews in
      // The thread that read ended with its daemon.
      guard isNews else { return }
      let bytes = group.freezer == .frozen ? swap.readBack(order.bytesMax, of: launch) : 0
      didPage(launch, swap.missing(of: launch))
      post(launch, .readBack(ReadBackReport(readBytes: bytes)))
    }
  }

  /// A thawed group touches what was written away: the daemon hears how long that took it.
  func pageIn(_ launch: LaunchIdentifier) {
    guard swap.written(of: launch) > 0 else { return }
    // What was read back meanwhile is there.
    let faults = swap.missing(of: launch) / Self.bytesEachFault
    giveBack(launch)
    later(Self.returnTime, launch) { [unowned self] _, isNews in
      guard isNews else { return }
      post(launch, .pagedIn(PageInReport(majorFaults: faults, swap: swap.state)))
    }
  }

  /// The process has ended: nothing of it stands in swap.
  func giveBack(_ launch: LaunchIdentifier) {
    swap.giveBack(launch)
    didPage(launch, 0)
  }

  /// Swap is switched on or off, or is exchanged; what stood in it comes back to memory.
  func setSwap(totalBytes: Int64) {
    swap.replace(totalBytes: totalBytes)
    for launch in living.map(\.launch) { didPage(launch, 0) }
  }

  /// The kernel reads eight pages of 4 KiB with each fault (`vm.page-cluster`).
  private static let bytesEachFault: Int64 = 8 * 4096
  /// When the faults are counted, as the real daemon does.
  private static let returnTime = Duration.seconds(3)
}
