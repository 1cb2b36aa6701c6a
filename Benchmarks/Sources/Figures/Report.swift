import TorporWire

/// What one benchmark found: rows of ours, the peer's, the ratio and the goal.
struct Report {
  let name: String
  let title: String
  /// What the input was, so that the run can be repeated.
  var input: [String] = []
  /// What the machine was doing, and what was left out and why.
  var notes: [String] = []
  var rows: [Row] = []

  init(_ name: String, _ title: String) {
    self.name = name
    self.title = title
    notes.append(Machine.sentence())
  }

  /// One comparison, or one figure of ours against a limit.
  struct Row {
    let what: String
    let ours: String
    var peer = ""
    var ratio = ""
    var goal = ""
    var verdict = Verdict.shown
  }

  /// How a figure stands to its goal; it never decides whether a run succeeds.
  enum Verdict: String {
    case met, missed
    /// The peer's own figures differ too much for a ratio to mean anything.
    case tooNoisy = "too noisy"
    /// Given for information; there is no goal.
    case shown = ""
  }

  /// Adds a ratio of pairs measured in turns; `goal` is the most it may be, or the least where more
  /// is better.
  mutating func add(_ what: String, _ pairs: Pairs, _ goal: Goal, in unit: Unit, peer name: String)
  {
    let ratios = pairs.ratios
    let quartiles =
      "\(ratios.quantile(0.25).rounded(to: 2))–\(ratios.quantile(0.75).rounded(to: 2))"
    let verdict: Verdict =
      pairs.isTooNoisy ? .tooNoisy : goal.isMet(by: ratios.median) ? .met : .missed
    rows.append(
      Row(
        what: what,
        ours: unit.text(Sample(pairs.ours).median),
        peer: "\(name) \(unit.text(Sample(pairs.peers).median))",
        ratio: pairs.isTooNoisy ? "–" : "\(ratios.median.rounded(to: 2))x (\(quartiles))",
        goal: "\(goal.text)x",
        verdict: verdict
      )
    )
  }

  /// Adds a figure of ours against a limit.
  mutating func add(_ what: String, _ value: Double, _ goal: Goal, in unit: Unit) {
    rows.append(
      Row(
        what: what,
        ours: unit.text(value),
        goal: "\(goal.sign) \(unit.text(goal.bound))",
        verdict: goal.isMet(by: value) ? .met : .missed
      )
    )
  }

  /// Adds a figure that has no goal, of ours or of a peer.
  mutating func show(_ what: String, _ text: String) {
    rows.append(Row(what: what, ours: text))
  }
}

/// A bound on a figure.
enum Goal {
  case atMost(Double)
  case atLeast(Double)

  var bound: Double {
    switch self {
    case .atMost(let bound), .atLeast(let bound): bound
    }
  }

  var sign: String {
    switch self {
    case .atMost: "≤"
    case .atLeast: "≥"
    }
  }

  var text: String { "\(sign) \(bound)" }

  func isMet(by value: Double) -> Bool {
    switch self {
    case .atMost(let bound): value <= bound
    case .atLeast(let bound): value >= bound
    }
  }
}

/// What a figure counts.
enum Unit {
  case nanoseconds, microseconds, milliseconds, bytes, mebibytes, percent, count
  /// Events for each second, in millions.
  case millionsEachSecond

  func text(_ value: Double) -> String {
    switch self {
    case .nanoseconds: "\(value.rounded(to: 0)) ns"
    case .microseconds: "\(value.rounded(to: 1)) µs"
    case .milliseconds: "\(value.rounded(to: 2)) ms"
    case .bytes: "\(value.rounded(to: 1)) B"
    case .mebibytes: "\(value.rounded(to: 2)) MiB"
    case .percent: "\(value.rounded(to: 1)) %"
    case .count: value == value.rounded() ? "\(Int(value))" : "\(value.rounded(to: 1))"
    case .millionsEachSecond: "\(value.rounded(to: 2)) M/s"
    }
  }
}

extension Double {
  /// The number with that many digits after the point, without an exponent.
  func rounded(to digits: Int) -> String {
    guard isFinite else { return "\(self)" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64((self * scale).rounded())
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    guard digits > 0 else { return "\(scaled)" }
    let fraction = String(rest)
    let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
    return "\(scaled < 0 ? "-" : "")\(whole).\(zeros)\(fraction)"
  }
}
