extension AllowanceUse {
  /// "52 of 50 MB"; of energy "310 of 300 J".
  package func phrase(of reason: Reason) -> String {
    // The largest unit in which the total is still a convenient number.
    let units: [(name: String, size: Int64)] =
      reason == .dataAllowance
      ? [("MB", 1_000_000), ("kB", 1000), ("bytes", 1)] : [("J", 1000), ("mJ", 1)]
    let unit = units.first { allowed >= $0.size } ?? units[units.count - 1]
    return "\(used / unit.size) of \(allowed / unit.size) \(unit.name)"
  }
}
