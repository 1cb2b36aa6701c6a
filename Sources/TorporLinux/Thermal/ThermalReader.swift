internal import TorporCore
internal import TorporPosix

/// Reads how hot the machine is from the kernel's thermal zones.
struct ThermalReader {
  let sysRoot: String

  /// What the hottest zone says, measured by its own trip points; `nil` where there are no zones.
  func state() -> ThermalState? {
    let folder = sysRoot + "/class/thermal"
    let zones = Files.names(in: folder).filter { $0.hasPrefix("thermal_zone") }
    return zones.map { state(ofZone: folder + "/" + $0) }.max()
  }

  private func state(ofZone folder: String) -> ThermalState {
    // Thousandths of a degree. Some sensors cannot be read while their device sleeps: it is cool.
    guard let temperature = number(folder + "/temp") else { return .nominal }
    let reached = Files.names(in: folder).compactMap { name -> ThermalState? in
      guard name.hasPrefix("trip_point_"), name.hasSuffix("_type"),
        let level = level(ofTrip: text(folder + "/" + name)),
        let limit = number("\(folder)/\(name.dropLast("_type".count))_temp"),
        // Zero and below is a trip point that is switched off.
        limit > 0, temperature >= limit
      else { return nil }
      return level
    }
    return reached.max() ?? .nominal
  }

  /// What it means that a trip point of that type is reached (the kernel's
  /// `driver-api/thermal/sysfs-api`): from `passive` on the machine is slowed, at `hot` its drivers
  /// are warned, at `critical` it is about to be switched off; `active` only starts a fan.
  private func level(ofTrip type: String?) -> ThermalState? {
    switch type {
    case "passive": .fair
    case "hot": .serious
    case "critical": .critical
    default: nil
    }
  }

  private func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

  private func text(_ path: String) -> String? {
    guard let text = try? Files.read(path) else { return nil }
    return String(text.prefix { !$0.isWhitespace })
  }
}
