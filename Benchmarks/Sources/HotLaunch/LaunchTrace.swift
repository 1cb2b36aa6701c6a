import Glibc
import TorporCore
import TorporModel

/// One user's launches in order: what came to the front, app by number.
struct LaunchTrace {
  let user: String
  /// The number of the app of each launch, from 0 in the order of first launches.
  let launches: [Int]
  let seconds: [LocalSecond]
  /// The app of each number.
  let names: [AppIdentifier]

  init(_ use: PhoneUse) {
    user = use.user
    var numbers: [String: Int] = [:]
    var names: [AppIdentifier] = []
    launches = use.moves.map { move in
      if let number = numbers[move.app] { return number }
      numbers[move.app] = names.count
      // Numbers as names: those of recorded users are not always identifiers.
      guard let name = AppIdentifier("bench.app\(names.count)") else {
        preconditionFailure("app \(names.count) cannot be named")
      }
      names.append(name)
      return names.count - 1
    }
    seconds = use.moves.map(\.second)
    self.names = names
  }

  /// For each launch the place of the next launch of the same app; past the end where there is none.
  var nextPlaces: [Int] {
    var next = [Int](repeating: 0, count: launches.count)
    var coming = [Int](repeating: launches.count * 2, count: names.count)
    for place in launches.indices.reversed() {
      next[place] = coming[launches[place]]
      coming[launches[place]] = place
    }
    return next
  }
}

/// What each app takes of memory, and how much there is.
struct MemoryWorkload {
  /// Bytes by the app's number.
  let sizes: [Int64]
  let capacity: Int64

  /// Room for so many apps of one size.
  init(appCount: Int, residentMax: Int) {
    sizes = [Int64](repeating: 1, count: appCount)
    capacity = Int64(residentMax)
  }

  /// Sizes from 40 to 900 MB, log-normal: those ends lie two deviations from the middle, at 190 MB.
  init(appCount: Int, gigabytes: Int64, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (least, most) = (40.0, 900.0)
    let deviation = log(most / least) / 4
    sizes = (0..<appCount).map { _ in
      let drawn = (least * most).squareRoot() * exp(deviation * random.normal())
      return Int64(min(max(drawn, least), most) * 1e6)
    }
    capacity = gigabytes * 1_000_000_000
  }
}
