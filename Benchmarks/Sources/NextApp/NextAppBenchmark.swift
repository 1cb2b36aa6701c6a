import TorporCore

/// A5: how often the next different app is among the first few of the ranking.
///
/// Everybody learns from the first move on, one move at a time; the last fifth of each user's moves
/// counts. The ranking is asked for when an app has just come to the front, and that app is left out.
enum NextAppBenchmark {
  private static let goals: [(first: Int, rate: Double)] = [(1, 0.36), (3, 0.63), (5, 0.75)]

  static func run(_ options: Options) throws -> Report {
    var report = Report("A5", "the next app")
    let users = try users(options, &report)
    var all: [String: Hits] = [:]
    for user in users {
      let hits = measured(user)
      for (name, count) in hits { all[name, default: Hits()].add(count) }
      if users.count <= 8 { add(user.user, hits, &report) }
    }
    if users.count > 1 { add("all \(users.count) users", all, &report) }
    addTime(users, &report)
    addSize(&report)
    return report
  }

  private static func users(_ options: Options, _ report: inout Report) throws -> [PhoneUse] {
    if let folder = options.dataFolder, !options.isQuick {
      let users = try PhoneUse.studentLife(in: folder) + PhoneUse.lsApp(in: folder)
      report.input.append("\(users.count) recorded users")
      return users
    }
    let seed = options.seeds.lowerBound
    var drawn = RandomUser(seed: seed)
    report.input.append("a user drawn from seed \(seed)\(options.isQuick ? ", few days" : "")")
    return [PhoneUse(user: "drawn user", opens: drawn.use(days: options.isQuick ? 5 : 40))]
  }

  // MARK: Hits

  private static let ours = "ours"

  private static func measured(_ user: PhoneUse) -> [String: Hits] {
    let moves = user.moves
    let firstCounted = moves.count * 4 / 5
    var names: [String: UInt8] = [:]
    var hits: [String: Hits] = [:]
    var predictor = NextAppPredictor()
    var peers = NextAppPeers()
    for (number, move) in moves.enumerated() {
      guard let slot = slot(of: move.app, &names, &predictor) else { continue }
      if number >= firstCounted {
        hits[ours, default: Hits()].add(slot, predictor.mostLikely(5))
        for (name, guess) in peers.mostLikely(5) { hits[name, default: Hits()].add(slot, guess) }
      }
      predictor.noteOpened(slot, at: move.second)
      peers.noteOpened(slot)
    }
    return hits
  }

  /// A slot for each app; moves to apps past the last slot are left out for everybody.
  private static func slot(
    of app: String,
    _ names: inout [String: UInt8],
    _ predictor: inout NextAppPredictor
  ) -> UInt8? {
    if let slot = names[app] { return slot }
    guard names.count < NextAppPredictor.slotCount else { return nil }
    let slot = UInt8(names.count)
    names[app] = slot
    return slot
  }

  private static func add(_ user: String, _ hits: [String: Hits], _ report: inout Report) {
    guard let mine = hits[ours], mine.moves > 0 else { return }
    for (place, goal) in goals.enumerated() {
      let rate = mine.rates[place]
      let peers = NextAppPeers.names.map { ($0, hits[$0]?.rates[place] ?? 0) }
      guard let best = peers.max(by: { $0.1 < $1.1 }) else { continue }
      report.rows.append(
        Report.Row(
          what: "\(user), hit@\(goal.first) of \(mine.moves)",
          ours: rate.rounded(to: 3),
          peer: peers.map { "\($0.0) \($0.1.rounded(to: 3))" }.joined(separator: ", "),
          ratio: "\((rate / best.1).rounded(to: 2))x \(best.0)",
          goal: "≥ \(goal.rate.rounded(to: 2))",
          verdict: rate >= goal.rate ? .met : .missed
        )
      )
    }
  }

  /// How often the next app was among the first one, three and five.
  private struct Hits {
    private(set) var moves = 0
    private var hits = [0, 0, 0]

    var rates: [Double] { hits.map { Double($0) / Double(max(1, moves)) } }

    mutating func add(_ slot: UInt8, _ guess: [UInt8]) {
      moves += 1
      guard let place = guess.firstIndex(of: slot) else { return }
      for (index, goal) in goals.enumerated() where place < goal.first { hits[index] += 1 }
    }

    mutating func add(_ other: Hits) {
      moves += other.moves
      for index in hits.indices { hits[index] += other.hits[index] }
    }
  }

  // MARK: Cost

  /// The time of one move learned and one ranking made, over the user with the most moves.
  private static func addTime(_ users: [PhoneUse], _ report: inout Report) {
    guard let busiest = users.max(by: { $0.moves.count < $1.moves.count }) else { return }
    var names: [String: UInt8] = [:]
    var unused = NextAppPredictor()
    let moves = busiest.moves.compactMap { move in
      slot(of: move.app, &names, &unused).map { ($0, move.second) }
    }
    var times: [Double] = []
    var checksum = 0
    for _ in 0..<Pairs.countMin {
      var predictor = NextAppPredictor()
      let start = Stopwatch.threadSeconds()
      for (slot, second) in moves {
        predictor.noteOpened(slot, at: second)
        checksum &+= Int(predictor.mostLikely(5).first ?? 0)
      }
      times.append((Stopwatch.threadSeconds() - start) / Double(max(1, moves.count)) * 1e6)
    }
    report.notes.append("\(names.count) apps where time is taken; checksum \(checksum)")
    report.add("learning a move and ranking", Sample(times).median, .atMost(2), in: .microseconds)
  }

  /// The bytes of a predictor that is full: every slot known, every move remembered.
  private static func addSize(_ report: inout Report) {
    var predictor = NextAppPredictor()
    for number in 0..<2 * NextAppPredictor.movesKept {
      let slot = UInt8(number % NextAppPredictor.slotCount)
      predictor.noteOpened(slot, at: LocalSecond(Int64(number) * 600))
    }
    let kibibytes = Double(predictor.byteCount) / 1024
    report.rows.append(
      Report.Row(
        what: "memory of a full predictor",
        ours: "\(kibibytes.rounded(to: 1)) KiB",
        goal: "≤ 64 KiB",
        verdict: kibibytes <= 64 ? .met : .missed
      )
    )
  }
}
