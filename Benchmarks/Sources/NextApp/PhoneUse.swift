import TorporCore
import TorporPosix

/// What one user of a phone did: which app came to the front, and when.
struct PhoneUse {
  let user: String
  let opens: [Open]

  struct Open {
    let app: String
    let second: LocalSecond
  }

  /// Seconds of every open, in order.
  var seconds: [LocalSecond] { opens.map(\.second) }

  /// The opens without those of the app that was in front already.
  var moves: [Open] {
    var moves: [Open] = []
    for open in opens where open.app != moves.last?.app { moves.append(open) }
    return moves
  }
}

extension PhoneUse {
  /// The users of `studentlife/app_use.csv`.
  ///
  /// The trace tells what came to the front within some 20 minutes, and in which order (rank 0 was
  /// the newest). The moments within are unknown: the opens are spread evenly over the interval.
  static func studentLife(in folder: String) throws -> [PhoneUse] {
    // New Hampshire in spring, as the trace's README says.
    let secondsEastOfGreenwich: Int64 = -4 * 3600
    var snapshots: [String: [Int64: Snapshot]] = [:]
    for row in try TraceFile("studentlife/app_use.csv", in: folder).rows() where row.count >= 6 {
      guard row[5] == "0", let start = Int64(row[1]), let end = Int64(row[2]),
        let rank = Int(row[4])
      else { continue }
      let use = Snapshot.Use(app: String(row[3]), rank: rank)
      let snapshot = Snapshot(start: start, end: end)
      snapshots[String(row[0]), default: [:]][end, default: snapshot].uses.append(use)
    }
    return snapshots.keys.sorted().map { user in
      let ordered = snapshots[user, default: [:]].values.sorted { $0.end < $1.end }
      let opens = ordered.flatMap { $0.opens(shiftedBy: secondsEastOfGreenwich) }
      return PhoneUse(user: "studentlife " + user, opens: opens)
    }
  }

  /// What came to the front between two looks.
  private struct Snapshot {
    let start: Int64
    let end: Int64
    var uses: [Use] = []

    struct Use {
      let app: String
      let rank: Int
    }

    func opens(shiftedBy shift: Int64) -> [Open] {
      let ordered = uses.sorted { $0.rank > $1.rank }
      return ordered.enumerated().map { place, use in
        let share = (end - start) * Int64(place + 1) / Int64(ordered.count + 1)
        return Open(app: use.app, second: LocalSecond(start + share + shift))
      }
    }
  }

  /// The phone of `unlocks/`: one app that is opened with each unlock.
  static func unlocks(in folder: String) throws -> PhoneUse {
    // Finland in March; the hour that summer time adds on the 26th is left out.
    let secondsEastOfGreenwich = 2.0 * 3600
    let unlocked = "3"
    let rows = try TraceFile("unlocks/AwareScreen_1month.csv.gz", in: folder).rows()
    var opens: [Open] = []
    for row in rows where row.count >= 2 && row[1].hasPrefix(unlocked) {
      guard let second = Double(row[0]) else { continue }
      let local = LocalSecond(Int64((second + secondsEastOfGreenwich).rounded(.down)))
      opens.append(Open(app: "unlock", second: local))
    }
    return PhoneUse(user: "unlocks", opens: opens.sorted { $0.second < $1.second })
  }

  /// The users of LSApp (Aliannejadi et al., 2021), where `lsapp.tsv` lies in the folder.
  ///
  /// Tab-separated: user, session, timestamp `YYYY-MM-DD hh:mm:ss` in local time, app, event; only the
  /// event `Opened` counts. The file is not ours to pass on.
  static func lsApp(in folder: String) throws -> [PhoneUse] {
    guard Files.exists(folder + "/lsapp.tsv") else { return [] }
    var opens: [String: [Open]] = [:]
    for line in try TraceFile("lsapp.tsv", in: folder).text().split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count >= 5, fields[4].hasPrefix("Opened"), let second = second(of: fields[2])
      else { continue }
      opens[String(fields[0]), default: []].append(Open(app: String(fields[3]), second: second))
    }
    return opens.keys.sorted().map { user in
      // Sorting is stable: opens of one second stay in the order of the file.
      let ordered = opens[user, default: []].sorted { $0.second < $1.second }
      return PhoneUse(user: "LSApp " + user, opens: ordered)
    }
  }

  /// The moment named by `YYYY-MM-DD hh:mm:ss`.
  private static func second(of text: Substring) -> LocalSecond? {
    let numbers = text.split { !("0"..."9").contains($0) }.compactMap { Int64($0) }
    guard numbers.count >= 6 else { return nil }
    let (year, month) =
      numbers[1] > 2 ? (numbers[0], numbers[1]) : (numbers[0] - 1, numbers[1] + 12)
    // Days before the month, counted from March so that the leap day comes last.
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * (month - 3) + 2) / 5
    let daysTo1970: Int64 = 719_469
    let ofDay = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    return LocalSecond(day: days + numbers[2] - daysTo1970, secondOfDay: ofDay)
  }
}
