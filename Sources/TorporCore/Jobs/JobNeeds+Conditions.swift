package import TorporModel

extension JobNeeds {
  /// Whether there are no needs.
  package var isEmpty: Bool { self == JobNeeds() }

  /// The remaining needs after the deadline: those without which the command could not run at all.
  package var afterDeadline: JobNeeds {
    JobNeeds(network: network == .notNeeded ? .notNeeded : .any, freeBytesMin: freeBytesMin)
  }

  /// Returns every condition of the needs, in its present state.
  ///
  /// For a running job it is sufficient that the user does not use the device: the condition is lost when they return.
  func conditions(on device: ConditionContext, isRunning: Bool = false) -> [Condition] {
    var asked: [Condition] = []
    if externalPower { asked.append(device.externalPower) }
    if let batteryPercentMin { asked.append(device.battery(atLeast: batteryPercentMin)) }
    switch network {
    case .notNeeded: break
    case .any: asked.append(device.network(.any))
    case .unmetered: asked.append(device.network(.unmetered))
    }
    if let idle { asked.append(device.idle(for: isRunning ? .zero : idle)) }
    if isCool { asked.append(device.thermal()) }
    if let freeBytesMin { asked.append(device.storage(atLeast: freeBytesMin)) }
    return asked
  }
}
