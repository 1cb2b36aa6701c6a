package import TorporWire

/// Figures of the fit of the energy model, with their errors.
package enum EnergyWords {
  /// "7.92 ±0.31 W".
  package static func watts(_ milliwatts: Int64, error: Int64) -> String {
    "\(hundredths(milliwatts, of: 1000)) ±\(hundredths(error, of: 1000, isRoundedUp: true)) W"
  }

  /// "52 ±5 %", of thousandths.
  package static func percent(_ permille: Int64, error: Int64) -> String {
    "\((permille + 5) / 10) ±\((error + 9) / 10) %"
  }

  /// "7 %"; what is more than nothing is not shown as that.
  package static func percent(_ permille: Int) -> String {
    let percent = (permille + 5) / 10
    return percent == 0 && permille > 0 ? "1 %" : "\(percent) %"
  }

  private static func hundredths(_ value: Int64, of one: Int64, isRoundedUp: Bool = false) -> String
  {
    let step = one / 100
    let count = (value + (isRoundedUp ? step - 1 : step / 2)) / step
    let rest = count % 100
    return "\(count / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension EnergyFitRow {
  /// What the machine takes by itself, by its battery: a sentence; `nil` where the hours do not tell it.
  package var machineSentence: String? {
    var parts: [String] = []
    if let rest = restMilliwatts, let error = restErrorMilliwatts {
      parts.append("\(EnergyWords.watts(Int64(rest), error: Int64(error))) at rest")
    }
    if let screen = screenMilliwatts, let error = screenErrorMilliwatts {
      let more = restMilliwatts == nil ? "" : " more"
      let watts = EnergyWords.watts(Int64(screen), error: Int64(error))
      parts.append("\(watts)\(more) with an app on screen")
    }
    guard !parts.isEmpty, let errorPermille else { return nil }
    let leftOut = hoursLeftOut > 0 ? ", \(hoursLeftOut) that lie far off left out" : ""
    return
      "By its battery, this machine takes \(parts.joined(separator: ", and ")) (\(hours) hours\(leftOut); each is "
      + "predicted to ±\(EnergyWords.percent(errorPermille)))."
  }
}
