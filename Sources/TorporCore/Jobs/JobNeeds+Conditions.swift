package import TorporModel

extension JobNeeds {
  /// Whether nothing of the device is asked for.
  package var isEmpty: Bool { self == JobNeeds() }

  /// What is left of the needs when the deadline has come: that without which the command could not
  /// run at all.
  package var afterDeadline: JobNeeds {
    JobNeeds(network: network == .notNeeded ? .notNeeded : .any, freeBytesMin: freeBytesMin)
  }

  /// Every condition of the needs, as it stands now.
  ///
  /// One that runs lets the user's hands off the device be enough: it is lost when they come back.
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
