/// Figures of one thing measured several times.
struct Sample {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var isEmpty: Bool { sorted.isEmpty }

  /// The value below which that share of the values lies, by the nearest rank; 0 of none.
  func quantile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  var median: Double { quantile(0.5) }

  /// How many times the smallest value goes into the largest.
  var spread: Double {
    guard let least = sorted.first, let most = sorted.last, least > 0 else { return .infinity }
    return most / least
  }
}

/// Two things measured in turns, A B A B, so that what the machine does meanwhile meets both.
struct Pairs {
  private(set) var ours: [Double] = []
  private(set) var peers: [Double] = []

  /// The fewest pairs from which a figure is given; our choice, as for every benchmark.
  static let countMin = 11

  /// A peer that differs by more than this from itself says that the machine is too busy.
  static let spreadMax = 2.0

  mutating func add(ours: Double, peer: Double) {
    self.ours.append(ours)
    peers.append(peer)
  }

  var count: Int { ours.count }

  /// Ours by the peer's, pair by pair.
  var ratios: Sample { Sample(zip(ours, peers).map { $0 / $1 }) }

  var isTooNoisy: Bool { Sample(peers).spread > Pairs.spreadMax }
}
