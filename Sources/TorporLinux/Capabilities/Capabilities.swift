internal import TorporCore
package import TorporPosix

/// What this machine has and lacks, found by trying; for `torpor doctor`.
package enum Capabilities {
  /// Looks at everything; takes a few milliseconds and leaves nothing behind.
  ///
  /// `groups` is the tree that the daemon uses, or why it has none. `pressure` is what a
  /// `PressureAdapter` has found out; without it a trigger is set and taken back, for which the kernel
  /// takes 12 ms (`psi_trigger_destroy` waits for all processors). `waking` and `idleUnavailableReason` are what
  /// a `ClockAdapter` and an `IdleAdapter` have found out, `transfersUnavailableReason` what `ServiceProcesses` has.
  package static func probe(
    groups: Result<GroupTree, GroupFailure>,
    pressure: Result<Void, SystemError>? = nil,
    waking: SuspendWaking = .isNotWanted,
    idleUnavailableReason: String? = nil,
    transfersUnavailableReason: String? = nil,
    procRoot: String = "/proc",
    sysRoot: String = "/sys"
  ) -> [Capability] {
    [
      freezer(groups),
      groupKill(groups),
      processorShares(groups, procRoot),
      memoryAccounting(groups),
      memoryPressure(pressure, procRoot),
      paging(groups, procRoot),
      peerProcess(),
      Capability(
        .exitStatusOfStrangers,
        unavailableReason: ProcessHandle.tellsEndOfStrangers ? nil : "it needs Linux 6.15 or newer"
      ),
      Capability(
        .otherUsers,
        unavailableReason: CurrentProcess.has(.setUserID) ? nil : "the daemon does not run as root"
      ),
      events(.powerEvents, .devices),
      events(.networkEvents, .routes),
      Capability(
        .battery,
        unavailableReason: PowerAdapter.read(sysRoot: sysRoot).batteryPercent == nil
          ? "\(sysRoot)/class/power_supply shows none" : nil
      ),
      Capability(.idleness, unavailableReason: idleUnavailableReason),
      Capability(
        .temperature,
        unavailableReason: ThermalReader(sysRoot: sysRoot).state() == nil
          ? "\(sysRoot)/class/thermal shows no zones" : nil
      ),
      Capability(.wakingFromSuspend, unavailableReason: waking.unavailableReason),
      Capability(.transfers, unavailableReason: transfersUnavailableReason),
    ]
  }

  private static func freezer(_ groups: Result<GroupTree, GroupFailure>) -> Capability {
    switch groups {
    case .success: Capability(.freezer)
    case .failure(let failure): Capability(.freezer, unavailableReason: failure.description)
    }
  }

  private static func groupKill(_ groups: Result<GroupTree, GroupFailure>) -> Capability {
    guard let features = try? groups.get().features else {
      return Capability(.groupKill, unavailableReason: "there are no control groups")
    }
    return Capability(
      .groupKill,
      unavailableReason: features.hasKill ? nil : "cgroup.kill needs Linux 5.14 or newer"
    )
  }

  private static func processorShares(
    _ groups: Result<GroupTree, GroupFailure>,
    _ procRoot: String
  ) -> Capability {
    guard let features = try? groups.get().features else {
      return Capability(.processorShares, unavailableReason: "there are no control groups")
    }
    guard case .unavailable(let reason) = ProcessorShares(features, procRoot: procRoot).way else {
      return Capability(.processorShares)
    }
    return Capability(.processorShares, unavailableReason: reason)
  }

  private static func memoryAccounting(_ groups: Result<GroupTree, GroupFailure>) -> Capability {
    guard let features = try? groups.get().features else {
      return Capability(.memoryAccounting, unavailableReason: "there are no control groups")
    }
    return Capability(
      .memoryAccounting,
      unavailableReason: features.hasMemory
        ? nil : "the memory controller is not in the tree of version 2"
    )
  }

  private static func memoryPressure(
    _ known: Result<Void, SystemError>?,
    _ procRoot: String
  ) -> Capability {
    do throws(SystemError) {
      if let known {
        try known.get()
        return Capability(.memoryPressure)
      }
      try PressureTrigger.probe(path: procRoot + "/pressure/memory")
      return Capability(.memoryPressure)
    } catch {
      return Capability(.memoryPressure, unavailableReason: error.description)
    }
  }

  private static func paging(
    _ groups: Result<GroupTree, GroupFailure>,
    _ procRoot: String
  ) -> Capability {
    let noSwap =
      SwapInfo.read(procRoot: procRoot) == nil
      ? "there is no swap (\(procRoot)/swaps); add zram or a swap file" : nil
    let missing = PageOutSupport.unavailableReason(try? groups.get().features)
    return Capability(.paging, unavailableReason: noSwap ?? missing)
  }

  private static func peerProcess() -> Capability {
    guard let ends = try? DescriptorPair.sockets().take() else {
      return Capability(.peerProcess, unavailableReason: "no socket could be made")
    }
    defer { Descriptor.close([ends.first, ends.second]) }
    return Capability(
      .peerProcess,
      unavailableReason: (try? UnixSocket.peerProcess(of: ends.first)) == nil
        ? "SO_PEERPIDFD needs Linux 6.5 or newer" : nil
    )
  }

  private static func events(
    _ kind: Capability.Kind,
    _ source: NetlinkSocket.Source
  ) -> Capability {
    do throws(SystemError) {
      try NetlinkSocket.probe(source)
      return Capability(kind)
    } catch {
      return Capability(kind, unavailableReason: error.description)
    }
  }
}
