package import TorporModel

/// What the user does with which app and when, learned from what comes to the front.
///
/// It decides when an app's content is refreshed, whether an app that is seldom opened gets any time at
/// all, and which app is likely to be opened next. It is a plain value: the same for the daemon, the
/// simulator and the benchmarks, and after a restart what it was before. Times are local
/// (`LocalSecond`); the caller converts them.
///
/// 100 opens a day for 60 days take 24 KiB; what comes next takes 22 KiB for 128 apps, names apart.
package struct UsageModel: Hashable, Sendable, Saved {
  /// The apps that are known, ordered by name; `slot` is the small number that the predictor uses.
  private var apps: [Entry] = []
  package private(set) var predictor = NextAppPredictor()

  /// One known app.
  struct Entry: Hashable, Sendable, Saved {
    let app: AppIdentifier
    let slot: UInt8
    var history = OpenHistory()
  }

  /// The most apps that are known; where there are more, the one opened longest ago is forgotten.
  ///
  /// Our choice: the recorded users have opened 86 and 37 in months.
  package static let appCountMax = NextAppPredictor.slotCount

  package init() {}

  /// The apps that are known, ordered by name.
  package var knownApps: [AppIdentifier] { apps.map(\.app) }

  /// The app has come to the front.
  package mutating func noteOpened(_ app: AppIdentifier, at moment: LocalSecond) {
    let place = index(of: app) ?? insert(app)
    apps[place].history.noteOpened(at: moment)
    predictor.noteOpened(apps[place].slot, at: moment)
  }

  /// Forgets everything about one app.
  package mutating func clear(_ app: AppIdentifier) {
    guard let place = index(of: app) else { return }
    predictor.forget(apps[place].slot)
    apps.remove(at: place)
  }

  /// Forgets everything.
  package mutating func clear() { self = UsageModel() }

  /// When the app was opened, as far as that is kept; `nil` for one that never was.
  package func history(of app: AppIdentifier) -> OpenHistory? {
    index(of: app).map { apps[$0].history }
  }

  /// The small number by which the forecasts know the app; `nil` for one that was never opened.
  package func slot(of app: AppIdentifier) -> UInt8? { index(of: app).map { apps[$0].slot } }

  /// Calls with every app that is known, in the order of their names.
  func forEachKnown(_ body: (Entry) -> Void) { apps.forEach(body) }

  /// The apps in the order in which they are likely to be opened next, the one in front left out.
  package func ranking() -> [AppIdentifier] {
    var names = [AppIdentifier?](repeating: nil, count: NextAppPredictor.slotCount)
    for entry in apps { names[Int(entry.slot)] = entry.app }
    return predictor.ranking().compactMap { names[Int($0)] }
  }

  // MARK: The table

  private func index(of app: AppIdentifier) -> Int? {
    let place = firstIndex(notBefore: app)
    return place < apps.count && apps[place].app == app ? place : nil
  }

  private func firstIndex(notBefore app: AppIdentifier) -> Int {
    var low = 0
    var high = apps.count
    while low < high {
      let middle = (low + high) / 2
      if apps[middle].app < app { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func insert(_ app: AppIdentifier) -> Int {
    if apps.count == UsageModel.appCountMax { forgetStalest() }
    let taken = Set(apps.map(\.slot))
    guard let slot = (0..<UInt8(UsageModel.appCountMax)).first(where: { !taken.contains($0) })
    else { preconditionFailure("\(apps.count) apps of \(UsageModel.appCountMax) take all slots") }
    let place = firstIndex(notBefore: app)
    apps.insert(Entry(app: app, slot: slot), at: place)
    return place
  }

  private mutating func forgetStalest() {
    let stalest = apps.min { left, right in
      (left.history.last ?? LocalSecond(0)) < (right.history.last ?? LocalSecond(0))
    }
    if let stalest { clear(stalest.app) }
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension UsageModel {
  package func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("apps")
    apps.write(to: &writer)
    writer.key("predictor")
    predictor.write(to: &writer)
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("apps")
    apps = try [UsageModel.Entry](from: &reader)
    try reader.key("predictor")
    predictor = try NextAppPredictor(from: &reader)
    try reader.endObject()
  }
}
