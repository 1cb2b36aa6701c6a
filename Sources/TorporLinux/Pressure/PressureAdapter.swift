package import TorporCore
package import TorporPosix

/// How hard it is to get memory, from the kernel's pressure figures (PSI) and `MemAvailable`.
///
/// The kernel wakes the adapter when tasks wait for memory; while none does, nothing runs.
package final class PressureAdapter {
  private let procRoot: String
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var triggers: [PressureTrigger] = []
  private var level = MemoryPressureLevel.normal
  private var relief: EventLoop.Token?

  /// Makes an adapter that says nothing before `start`.
  package init(procRoot: String = "/proc", on loop: EventLoop, sink: any HostEventSink) {
    self.procRoot = procRoot
    self.loop = loop
    self.sink = sink
  }

  deinit {
    if let relief { loop.cancel(relief) }
  }

  /// Posts the present state, and every time that memory gets short or is free again.
  ///
  /// - Throws: `SystemError` where the kernel has no pressure figures or lets this process set no
  ///   trigger; then memory pressure is not noticed, and the present state is posted all the same.
  package func start() throws(SystemError) {
    post()
    let path = procRoot + "/pressure/memory"
    triggers = [
      try PressureTrigger(
        .some,
        stall: PressureAdapter.warningStall,
        on: path,
        loop: loop
      ) { [unowned self] in rise(to: .warning) },
      try PressureTrigger(
        .full,
        stall: PressureAdapter.criticalStall,
        on: path,
        loop: loop
      ) { [unowned self] in rise(to: .critical) },
    ]
  }

  /// Whether the kernel tells of memory pressure; `start` has found out.
  package var isWatching: Bool { !triggers.isEmpty }

  /// Some task waited for 70 ms of a second (Android lmkd, `psi_partial_stall_ms`).
  private static let warningStall = Duration.milliseconds(70)

  /// All tasks waited for 700 ms of a second (Android lmkd, `psi_complete_stall_ms`).
  private static let criticalStall = Duration.milliseconds(700)

  /// Below 1/20 of all memory available, waiting is critical whoever waits: the next large page
  /// fault may call the kernel's killer, which does not know who is in front.
  ///
  /// Our choice.
  private static let criticalFraction: Int64 = 20

  /// Pressure is over when no trigger has fired for 10 s: five windows of the longer kind.
  ///
  /// Our choice.
  private static let reliefTime = Duration.seconds(10)

  func rise(to wanted: MemoryPressureLevel) {
    var reached = wanted
    if let info = MemoryInfo.read(procRoot: procRoot),
      info.availableBytes < info.totalBytes / PressureAdapter.criticalFraction
    {
      reached = .critical
    }
    // A trigger fires once in a window as long as it lasts: each is news, the policy may act again.
    if level != .critical || reached == .critical { level = reached }
    post()
    if let relief { loop.cancel(relief) }
    relief = loop.schedule(after: PressureAdapter.reliefTime) { [unowned self] in
      relief = nil
      level = .normal
      post()
    }
  }

  private func post() {
    guard let info = MemoryInfo.read(procRoot: procRoot) else { return }
    let report = MemoryReport(
      level: level,
      availableBytes: info.availableBytes,
      totalBytes: info.totalBytes
    )
    sink.post(.input(.device(event: .memory(report))))
  }
}
