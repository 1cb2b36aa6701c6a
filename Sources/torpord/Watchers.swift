import TorporCore
import TorporLinux
import TorporPosix

/// What tells the daemon about the machine as a whole: memory, power, network.
final class Watchers {
  private let memory: PressureAdapter
  private let power: PowerAdapter
  private let network: NetworkAdapter

  init(on loop: EventLoop, sink: any HostEventSink) {
    memory = PressureAdapter(on: loop, sink: sink)
    power = PowerAdapter(on: loop, sink: sink)
    network = NetworkAdapter(on: loop, sink: sink)
  }

  /// Reports how things stand and watches them from now on; returns what could not be watched.
  ///
  /// The daemon goes on without them: each that is missing costs one kind of decision.
  func start() -> [SystemError] {
    [memory.start, power.start, network.start].compactMap { start in
      do throws(SystemError) {
        try start()
        return nil
      } catch {
        return error
      }
    }
  }
}
