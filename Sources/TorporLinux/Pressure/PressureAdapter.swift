internal import Glibc
package import TorporCore
package import TorporPosix

/// How hard it is to get memory, from the kernel's pressure figures (PSI), `/proc/meminfo`, swap, and
/// pages that had to be read again.
///
/// The kernel wakes the adapter when tasks wait for memory. For 10 s after that it looks every second what
/// becomes of it; while nobody waits, nothing runs. Whether memory is short the policy decides.
package final class PressureAdapter {
  private let procRoot: String
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var triggers: [PressureTrigger] = []
  /// Whether `procRoot` replaces the kernel's, so that there are no triggers.
  private let isStandIn: Bool
  private var figures: FileWatch?
  /// How often it looks again before the pressure has ended; zero: it waits for the kernel.
  private var looksLeft = 0
  /// For how many of these all tasks have waited a short time ago.
  private var criticalLooksLeft = 0
  private var nextReading: EventLoop.Token?
  /// How many pages had been read again at each of the last looks, the oldest first.
  private var refaults: [Int64] = []
  /// How many processes the kernel had ended for memory at each look of the last 10 s, the oldest first.
  private var kernelKills: [(at: ContinuousClock.Instant, count: Int64)] = []
  private let now: () -> ContinuousClock.Instant

  /// Makes an adapter that says nothing before `start`.
  ///
  /// Of a folder that stands in for `/proc`, each time that its `meminfo` is written is a report, and its
  /// `pressure/memory` says whether tasks wait.
  package init(
    procRoot: String = "/proc",
    isStandIn: Bool = false,
    now: @escaping () -> ContinuousClock.Instant = { .now },
    on loop: EventLoop,
    sink: any HostEventSink
  ) {
    self.now = now
    self.procRoot = procRoot
    self.isStandIn = isStandIn
    self.loop = loop
    self.sink = sink
  }

  deinit {
    if let nextReading { loop.cancel(nextReading) }
  }

  /// Posts the present state, and every time that memory gets short or is free again.
  ///
  /// - Throws: `SystemError` where the kernel has no pressure figures or lets this process set no
  ///   trigger; then memory pressure is not noticed, and the present state is posted all the same.
  package func start() throws(SystemError) {
    post(isFresh: false)
    guard !isStandIn else { return try watchFigures() }
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
  package var isWatching: Bool { !triggers.isEmpty || figures != nil }

  private func watchFigures() throws(SystemError) {
    let files = try FileWatch(on: loop) { [unowned self] name in
      if name == nil || name == "meminfo" { figuresWritten() }
    }
    try files.watch(procRoot, for: [.written, .added])
    figures = files
  }

  private func figuresWritten() {
    let text = (try? Files.read(procRoot + "/pressure/memory")) ?? ""
    func waits(_ kind: PressureTrigger.Kind) -> Bool {
      (PressureLine.parse(text, kind)?.tenSecondsPermille ?? 0) > 0
    }
    if waits(.some) || waits(.full) {
      rise(to: waits(.full) ? .critical : .warning)
    } else {
      post(isFresh: false)
    }
  }

  /// Some task waited for 70 ms of a second (Android lmkd, `psi_partial_stall_ms`).
  private static let warningStall = Duration.milliseconds(70)

  /// All tasks waited for 700 ms of a second (Android lmkd, `psi_complete_stall_ms`).
  private static let criticalStall = Duration.milliseconds(700)

  /// Pressure is over when no trigger has fired for ten looks, one every second: five windows of the
  /// longer kind of trigger.
  ///
  /// Our choice.
  private static let looksMax = 10
  private static let lookInterval = Duration.seconds(1)
  /// An end by the kernel says something of the present for as long as pressure does: ten looks.
  private static let killWindow = lookInterval * looksMax

  /// That all tasks waited is true for three looks: one more than the longest window, after which the kernel would say so
  /// again (`PressureTrigger.windowsSeconds`), so that what lasts does not seem to end in between.
  private static let criticalLooksMax = 3

  private var level: MemoryPressureLevel {
    if criticalLooksLeft > 0 { return .critical }
    return looksLeft > 0 ? .warning : .normal
  }

  /// A trigger has fired, as it does once in a window for as long as it lasts: each time is news.
  func rise(to reached: MemoryPressureLevel) {
    looksLeft = PressureAdapter.looksMax
    if reached == .critical { criticalLooksLeft = PressureAdapter.criticalLooksMax }
    post(isFresh: true)
    if nextReading == nil { lookOn() }
  }

  private func lookOn() {
    nextReading = loop.schedule(after: PressureAdapter.lookInterval) { [unowned self] in
      nextReading = nil
      look()
    }
  }

  /// One look at what has become of the pressure, and another a second later unless it has ended.
  func look() {
    looksLeft = max(0, looksLeft - 1)
    criticalLooksLeft = max(0, criticalLooksLeft - 1)
    post(isFresh: false)
    if looksLeft > 0 {
      lookOn()
    } else {
      refaults.removeAll()
      kernelKills.removeAll()
    }
  }

  private func post(isFresh: Bool) {
    guard let info = MemoryInfo.read(procRoot: procRoot) else { return }
    let pressure = (try? Files.read(procRoot + "/pressure/memory")) ?? ""
    func permille(_ kind: PressureTrigger.Kind) -> Int {
      PressureLine.parse(pressure, kind)?.tenSecondsPermille ?? 0
    }
    let counters = (try? Files.read(procRoot + "/vmstat")) ?? ""
    let kills = takeKernelKills(counters)
    let report = MemoryReport(
      level: level,
      availableBytes: info.availableBytes,
      totalBytes: info.totalBytes,
      evidence: MemoryEvidence(
        swap: SwapInfo.read(procRoot: procRoot),
        cachedSwapBytes: info.cachedSwapBytes,
        refaultedBytes: takeRefaults(counters),
        fileCacheBytes: info.fileCacheBytes,
        someStallPermille: permille(.some),
        fullStallPermille: permille(.full),
        isFresh: isFresh,
        kernelKills: kills > 0 ? kills : nil
      )
    )
    sink.post(.input(.device(event: .memory(report))))
  }

  /// What was read again in the last ten seconds, as far as it was looked; in bytes.
  private func takeRefaults(_ counters: String) -> Int64 {
    let pages = MemoryCounters.refaultedPages(in: counters) ?? 0
    refaults.append(pages)
    if refaults.count > PressureAdapter.looksMax { refaults.removeFirst() }
    return (pages - (refaults.first ?? pages)) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// How many processes the kernel has ended for memory between looks of the last 10 s, those below a limit of their own
  /// group among them.
  private func takeKernelKills(_ counters: String) -> Int64 {
    let count = MemoryCounters.value("oom_kill", in: counters) ?? 0
    let moment = now()
    kernelKills.removeAll { moment - $0.at > PressureAdapter.killWindow }
    kernelKills.append((moment, count))
    return count - (kernelKills.first?.count ?? count)
  }
}
