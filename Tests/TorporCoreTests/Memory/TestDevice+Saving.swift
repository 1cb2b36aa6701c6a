import TorporModel

@testable import TorporCore

private let megabyte: Int64 = 1_000_000

extension TestDevice {
  /// A device of 2 GB: suspended apps of 100 MB, of which those named like "draft" ask for time to save, and one in front.
  static func withDrafts(
    _ suspended: [String] = ["draft"],
    profile: ProfileName = .ios7
  ) -> TestDevice {
    var device = TestDevice(profile)
    for name in suspended + ["front"] {
      device.install(name, savesBeforeTermination: name.hasPrefix("draft"))
      device.open(name)
      if profile == .linux, name != "front" { device.user(.home(app: device.app(name))) }
      device.pass(.seconds(10))
    }
    for name in suspended { device.report(name, .footprint(bytes: 100 * megabyte)) }
    return device
  }

  /// So many of 2,000 MB are available; tasks wait, and the kernel has ended so many processes by itself.
  mutating func reportCritical(
    _ megabytes: Int64,
    kernelKills: Int64? = nil,
    swap: SwapState? = nil
  ) {
    tell(
      .memory(
        MemoryReport(
          level: .critical,
          availableBytes: megabytes * megabyte,
          totalBytes: 2000 * megabyte,
          evidence: MemoryEvidence(swap: swap, kernelKills: kernelKills)
        )
      )
    )
  }

  func isAskedToSave(_ name: String) -> Bool {
    callbacks(name).contains("willTerminateForMemory")
  }

  func lastEnd(_ name: String) -> Decision? {
    decisions(name) { if case .end = $0 { true } else { false } }.last
  }

  func lastSave(_ name: String) -> TerminationSave? {
    device.apps[app(name)]?.persistentState.lastExit?.terminationSave
  }

  /// What the launches of the app said of the time that the process before had to save.
  func savesTold(_ name: String) -> [TerminationSave?] {
    log.compactMap { entry -> TerminationSave?? in
      guard case .deliver(let launch, let delivery) = entry.effect,
        appOfLaunch[launch] == app(name), delivery.callback.isLaunch
      else { return nil }
      return .some(delivery.terminationSave)
    }
  }

  mutating func finishSaving(_ name: String) {
    guard let token = token(of: "willTerminateForMemory", name) else { return }
    ask(name, .returned(callback: token))
  }
}
