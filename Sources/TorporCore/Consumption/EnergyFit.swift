/// The costs of the energy model, fitted to what the machine's own battery gave in whole hours off external power
/// (docs/decisions/0056).
///
/// The model's charge to an app has two parts: its processor time, and everything else (bytes, wakes,
/// the positioning receiver). The fit finds the power of a core on this machine, the factor for
/// everything else, and the power of the machine at rest and with an app on screen, which is not
/// charged to apps.
package struct EnergyFit: Hashable, Sendable {
  /// The number of hours used, and the number of outliers left out.
  package let hours: Int
  package let hoursLeftOut: Int
  /// The root mean square of the differences between each hour and its prediction by all others, in
  /// thousandths of the mean hour.
  package let errorPermille: Int
  /// In milliwatts; `nil`: the hours do not tell it.
  package let rest: Cost?
  package let screen: Cost?
  /// Of a core at work.
  package let processor: Cost?
  /// In thousandths of what the model charges.
  package let other: Cost?

  /// A cost, and twice its standard error.
  package struct Cost: Hashable, Sendable {
    package let value: Int64
    package let error: Int64
  }

  /// An hour on battery.
  package struct Hour: Hashable, Sendable {
    /// How long an app was on screen, and how long processors worked for apps, in hours.
    package let screen: Double
    package let processor: Double
    /// What the model charges beside the processor, and what the battery gave, in watt-hours.
    package let other: Double
    package let measured: Double

    package init(screen: Double, processor: Double, other: Double, measured: Double) {
      self.screen = screen
      self.processor = processor
      self.other = other
      self.measured = measured
    }
  }

  /// The outcome of a fit.
  package enum Outcome: Hashable, Sendable {
    case fitted(EnergyFit)
    /// There are only that many of the required hours.
    case tooFewHours(Int)
    /// The hours are too alike to separate the causes of the energy use.
    case undetermined(hours: Int)
    /// The costs that fit best predict an hour no better than this.
    case inexact(hours: Int, errorPermille: Int)

    package var fit: EnergyFit? {
      if case .fitted(let fit) = self { fit } else { nil }
    }
  }

  /// The minimum number of hours, a day of use: six hours for each of the four costs; our choice.
  package static let hoursMin = 24
  /// The maximum error: if an hour is predicted worse than to half of it, its parts are unknown; our choice.
  package static let errorPermilleMax = 500
  /// Twice the standard error, of the cost itself: a phone's own costs are as well known (`EnergyModel`).
  package static let costErrorMax = 0.5
  /// How much of its column must be its own, as the hours differ by more than their costs: 5 %, our choice.
  static let ownPartMin = 0.05
  /// In how many hours a cost must have come up.
  static let hoursOfCostMin = 6
  /// The number of standard deviations beyond which an hour was not caused only by apps.
  ///
  /// A gauge was reset, or a program that is not an app was active. 6: quiet hours deviate less than
  /// busy ones, and should not make busy ones look wrong; our choice.
  static let deviationsMax = 6.0
  /// The part of outliers beyond which the model itself is wrong: a tenth, our choice.
  static let leftOutPartMax = 0.1

  /// Finds the costs, none of them negative, with the least sum of squares.
  package static func fit(_ hours: [Hour]) -> Outcome {
    guard hours.count >= hoursMin else { return .tooFewHours(hours.count) }
    var kept = hours
    var costs = Costs(kept)
    // Each round reveals outliers that more distant ones have hidden.
    let leftOutMax = Int(Double(hours.count) * leftOutPartMax)
    while hours.count - kept.count < leftOutMax, let farthest = costs.farthest {
      kept.remove(at: farthest)
      costs = Costs(kept)
    }
    let mean = kept.reduce(0) { $0 + $1.measured } / Double(kept.count)
    guard mean > 0 else { return .undetermined(hours: hours.count) }
    let error = Int((min(costs.error / mean, 1000) * 1000).rounded())
    guard error <= errorPermilleMax else {
      return .inexact(hours: hours.count, errorPermille: error)
    }
    let fit = EnergyFit(
      hours: kept.count,
      hoursLeftOut: hours.count - kept.count,
      errorPermille: error,
      rest: costs.known(.rest),
      screen: costs.known(.screen),
      processor: costs.known(.processor),
      other: costs.known(.other)
    )
    return fit.isEmpty ? .undetermined(hours: hours.count) : .fitted(fit)
  }

  private var isEmpty: Bool {
    rest == nil && screen == nil && processor == nil && other == nil
  }
}

/// The regression of some hours.
private struct Costs {
  enum Name: Int, CaseIterable {
    case rest, screen, processor, other

    /// The limit beyond which a cost was caused by something outside the ledger, and is unknown.
    ///
    /// 1 kW: more than a laptop uses in total. 100 W: more than a core uses; of 64 cores at work for
    /// ten days, with all else at a hundred times a phone's costs, the sum in nanojoules still fits 64
    /// bits. Our choice.
    var costMax: Double {
      switch self {
      case .rest, .screen: 1000
      case .processor, .other: 100
      }
    }
  }
  private let names: [Name]
  private let solution: Regression.Solution
  private let ownParts: [Double]
  private let mean: Double

  init(_ hours: [EnergyFit.Hour]) {
    let columns = Name.allCases.map { name in hours.map { Costs.cell(name, $0) } }
    names = Name.allCases.filter { name in
      columns[name.rawValue].count { $0 > 0 } >= EnergyFit.hoursOfCostMin
    }
    let names = names
    // A cost that hardly came up has the model's value.
    let values = hours.map { hour in
      hour.measured
        - (names.contains(.processor) ? 0 : hour.processor * Costs.modelWatts)
        - (names.contains(.other) ? 0 : hour.other)
    }
    let regression = Regression(columns: names.map { columns[$0.rawValue] }, values: values)
    solution = regression.solved()
    ownParts = names.indices.map { regression.ownPart(of: $0) }
    mean = hours.reduce(0) { $0 + abs($1.measured) } / Double(max(1, hours.count))
  }

  var error: Double { solution.rootMeanSquare }

  /// The most distant outlier, if it is too far off.
  var farthest: Int? {
    let distances = solution.freeDifferences.map { abs($0) }
    guard let index = distances.indices.max(by: { distances[$0] < distances[$1] }) else {
      return nil
    }
    // 1.4826 medians of the distance are a standard deviation of what is normally distributed.
    let deviation = 1.4826 * distances.sorted()[distances.count / 2]
    return distances[index] > max(EnergyFit.deviationsMax * deviation, mean * Costs.gaugeStep)
      ? index : nil
  }

  /// The cost in thousandths, where the hours tell it.
  func known(_ name: Name) -> EnergyFit.Cost? {
    guard let index = names.firstIndex(of: name), ownParts[index] >= EnergyFit.ownPartMin
    else { return nil }
    let cost = solution.coefficients[index]
    let error = 2 * solution.standardErrors[index]
    guard cost > 0, cost < name.costMax, error <= cost * EnergyFit.costErrorMax else { return nil }
    return EnergyFit.Cost(
      value: Int64((cost * 1000).rounded()),
      error: Int64((error * 1000).rounded(.up))
    )
  }

  private static func cell(_ name: Name, _ hour: EnergyFit.Hour) -> Double {
    switch name {
    case .rest: 1
    case .screen: hour.screen
    case .processor: hour.processor
    case .other: hour.other
    }
  }

  private static let modelWatts = Double(EnergyModel.processorMilliwatts) / 1000
  /// Below a percent of the mean hour, what an hour lies off by is the gauge's step; our choice.
  private static let gaugeStep = 0.01
}
