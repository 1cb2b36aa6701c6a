import TorporModel

/// How much of the machine something needs to be awake; each level includes those below it.
package enum EnergyLevel: Int, Hashable, Sendable, Saved, CaseIterable, Comparable {
  /// The processor alone.
  case processor = 1
  /// The processor and the radio.
  case radio = 2
  /// The processor, the radio and the satellite receiver.
  case positioning = 3

  /// Orders levels from cheap to dear.
  package static func < (left: EnergyLevel, right: EnergyLevel) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Whether it needs more than is powered; `nil`: nothing is.
  func isAbove(_ powered: EnergyLevel?) -> Bool { rawValue > (powered?.rawValue ?? 0) }
}

/// What one wake costs, by the highest level that it powers.
package struct WakeCosts: Hashable, Sendable, Saved {
  package let processorNanojoules: Int64
  package let radioNanojoules: Int64
  package let positioningNanojoules: Int64

  /// Makes the costs of a machine; a level never costs less than the one below it.
  package init(processorNanojoules: Int64, radioNanojoules: Int64, positioningNanojoules: Int64) {
    self.processorNanojoules = max(0, processorNanojoules)
    self.radioNanojoules = max(self.processorNanojoules, radioNanojoules)
    self.positioningNanojoules = max(self.radioNanojoules, positioningNanojoules)
  }

  /// A phone: 0.3 J, 12.9 J with the tail in which the radio stays powered, 18 J (benchmarks.md A1).
  package static let phone = WakeCosts(
    processorNanojoules: 300_000_000,
    radioNanojoules: 12_900_000_000,
    positioningNanojoules: 18_000_000_000
  )

  /// The cost of a wake at that level; `nil`, nothing is powered, costs nothing.
  package func nanojoules(of level: EnergyLevel?) -> Int64 {
    switch level {
    case nil: 0
    case .processor: processorNanojoules
    case .radio: radioNanojoules
    case .positioning: positioningNanojoules
    }
  }

  /// What a wake at that level adds where the machine is powered up to `free` already.
  package func nanojoules(of level: EnergyLevel?, above free: EnergyLevel?) -> Int64 {
    max(0, nanojoules(of: level) - nanojoules(of: free))
  }
}
