import TorporCore
import TorporLinux
import TorporPosix

/// What tells the daemon about the machine as a whole: memory, power, network.
final class Watchers {
  private let memory: PressureAdapter
  private let power: PowerAdapter
  private let network: NetworkAdapter
  /// Whether memory pressure is noticed, or why not; `nil` before `start`.
  private(set) var pressure: Result<Void, SystemError>?

  init(on loop: EventLoop, sink: any HostEventSink) {
    memory = PressureAdapter(on: loop, sink: sink)
    power = PowerAdapter(on: loop, sink: sink)
    network = NetworkAdapter(on: loop, sink: sink)
  }

  /// Reports how things stand and watches them from now on; returns what could not be watched.
  ///
  /// The daemon goes on without them: each that is missing costs one kind of decision.
  func start() -> [SystemError] {
    let outcome = attempt(memory.start)
    pressure = outcome
    return [outcome, attempt(power.start), attempt(network.start)].compactMap { outcome in
      if case .failure(let error) = outcome { error } else { nil }
    }
  }

  private func attempt(_ start: () throws(SystemError) -> Void) -> Result<Void, SystemError> {
    do throws(SystemError) {
      return .success(try start())
    } catch {
      return .failure(error)
    }
  }
}
