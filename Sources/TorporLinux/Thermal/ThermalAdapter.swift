package import TorporCore
package import TorporPosix

/// How hot the machine is, told while work runs or waits that minds.
///
/// The kernel tells nobody but its own governors when a zone passes a trip point, so the zones are
/// read: at the start, and every 30 s while the device wants to know. Otherwise nothing runs.
package final class ThermalAdapter {
  private let reader: ThermalReader
  private let loop: EventLoop
  private let sink: any HostEventSink
  private var next: EventLoop.Token?
  private var last: ThermalState?

  /// Makes an adapter that says nothing before `start`.
  package init(sysRoot: String = "/sys", on loop: EventLoop, sink: any HostEventSink) {
    reader = ThermalReader(sysRoot: sysRoot)
    self.loop = loop
    self.sink = sink
  }

  deinit {
    if let next { loop.cancel(next) }
  }

  /// Posts how hot the machine is unless that is what the device knows.
  package func start(known: ThermalState) {
    last = known
    _ = look()
  }

  /// Follows whether the device wants to know.
  package func follow(isWanted: Bool) {
    if isWanted, next == nil {
      lookOn()
    } else if !isWanted, let next {
      loop.cancel(next)
      self.next = nil
    }
  }

  /// How often the zones are read: every 30 s.
  ///
  /// Our choice: a case heats up within minutes, and what happens faster the kernel slows by itself.
  private static let interval = Duration.seconds(30)

  private func lookOn() {
    // A machine without zones never has any.
    guard look() else { return }
    next = loop.schedule(after: ThermalAdapter.interval) { [unowned self] in
      next = nil
      lookOn()
    }
  }

  /// Reads the zones and posts their state if it has changed; says whether there are any.
  package func look() -> Bool {
    let state = reader.state()
    // Without zones what the device knew, from another machine or kernel, is not so any more.
    let told = state ?? .nominal
    if told != last {
      last = told
      sink.post(.input(.device(event: .thermal(told))))
    }
    return state != nil
  }
}
