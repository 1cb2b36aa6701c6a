package import TorporModel

// What is kept of apps that leave, and how much of all.

extension ConsumptionService {
  /// How many hours and runs it keeps of all apps: 20,000, some 5 MB of a snapshot, as a test measures; our choice.
  ///
  /// When an hour begins with more, owners with the most lose their oldest hours until there are so many again.
  package static let rowsMax = 20_000

  /// Of how many commands of an owner that have ended it keeps the names: 256, as many as ends are remembered.
  ///
  /// Our choice. Beyond that the first that ended is one of those without a name.
  static let departedOfOwnerMax = 256

  // MARK: Leaving

  /// The app leaves the device: its record is there for the last time.
  ///
  /// A command that has ended is asked about later; of an app that the user has removed the sums stay.
  mutating func leave(_ app: AppIdentifier, _ device: DeviceState) {
    guard let slot = device.apps.slot(of: app), let record = device.apps[slot: slot] else { return }
    follow(slot: slot, device)
    let owner = record.manifest.ownerUserID
    guard record.manifest.isTransient, !record.persistentState.isUninstalled,
      !self[app].hours.isEmpty
    else { return makeNameless(app, ofOwner: owner) }
    let departed = AppConsumption.Departed(
      name: record.manifest.name,
      ownerUserID: owner,
      at: device.now
    )
    apps.change(app) { $0.depart(departed) }
    let ended = endedCommands(of: owner)
    if ended.count > Self.departedOfOwnerMax, let first = ended.min(by: { $0 < $1 }) {
      makeNameless(first.app, ofOwner: owner)
    }
  }

  /// When the commands of an owner have ended whose names are kept.
  private func endedCommands(of owner: UInt32?) -> [(at: Instant, app: AppIdentifier)] {
    apps.apps.compactMap { app -> (at: Instant, app: AppIdentifier)? in
      guard let departed = self[app].departed, departed.ownerUserID == owner else { return nil }
      return (departed.at, app)
    }
  }

  /// Keeps the sums of an app for its owner, without its name and reasons.
  private mutating func makeNameless(_ app: AppIdentifier, ofOwner owner: UInt32?) {
    let consumption = self[app]
    apps.change(app) { $0 = AppConsumption() }
    guard !consumption.hours.isEmpty else { return }
    changeRemoved(ofOwner: owner) { $0.consumption.add(nameless: consumption) }
  }

  private mutating func changeRemoved(
    ofOwner owner: UInt32?,
    _ change: (inout RemovedConsumption) -> Void
  ) {
    if let index = removed.firstIndex(where: { $0.ownerUserID == owner }) {
      return change(&removed[index])
    }
    var first = RemovedConsumption(ownerUserID: owner)
    change(&first)
    removed.append(first)
    removed.sort { $0.ownerPlace < $1.ownerPlace }
  }

  /// A command of the same name begins: it continues with the hours of the one before, where both have one owner.
  mutating func comeBack(_ app: AppIdentifier, inSlot slot: Int, _ device: DeviceState) {
    guard let departed = self[app].departed else { return }
    let owner = device.apps.read(slot: slot) { $0.manifest.ownerUserID } ?? nil
    guard owner == departed.ownerUserID else {
      return makeNameless(app, ofOwner: departed.ownerUserID)
    }
    apps.change(app) { $0.departed = nil }
  }

  // MARK: What is kept

  /// Forgets what is older than ten days, and what is too much, once in each hour in which anything is booked.
  mutating func trim(in hours: HourGrid, _ device: DeviceState) {
    // Within the hour in which that was done: mostly, and found without a division.
    if trimmedAt != .zero, device.now < trimmedAt + .hours(1) { return }
    let hour = hours.begin(of: device.now)
    guard hour > trimmedAt else { return }
    trimmedAt = hour
    let oldest = hours.oldestKept(at: device.now)
    apps.changeAll(where: { $0.hasHours(before: oldest) }) {
      $0.forget(before: oldest)
    }
    for index in removed.indices { removed[index].consumption.drop(before: oldest) }
    removed.removeAll { ofOwner in
      ofOwner.consumption.hours.isEmpty && ofOwner.lostUntil.map { $0 <= oldest } ?? true
    }
    guard rows > Self.rowsMax else { return }
    makeRoom(rowsMax: Self.rowsMax) { app in
      device.apps.slot(of: app)
        .flatMap { device.apps.read(slot: $0) { $0.manifest.ownerUserID } ?? nil }
    }
  }

  var rows: Int {
    removed.reduce(apps.sum(\.rows)) { $0 + $1.consumption.rows }
  }

  /// Forgets the oldest hours of the owners who have the most, one by one: nobody loses hours by what others run.
  mutating func makeRoom(rowsMax: Int, ownerOf: (AppIdentifier) -> UInt32?) {
    var excess = rows - rowsMax
    guard excess > 0 else { return }
    var shares = OwnerShare.all(of: self, ownerOf: ownerOf)
    while excess > 0,
      let index = shares.indices.max(by: { shares[$0].rows < shares[$1].rows })
    {
      let dropped = dropOldestHour(of: shares[index])
      guard dropped > 0 else { return }
      shares[index].rows -= dropped
      excess -= dropped
    }
  }

  /// Forgets the oldest hour that is kept of the owner, and says how many rows that were.
  private mutating func dropOldestHour(of share: OwnerShare) -> Int {
    let place = removed.firstIndex { $0.ownerUserID == share.ownerUserID }
    let ofRemoved = place.flatMap { removed[$0].consumption.hours.first?.begin }
    let ofApps = share.apps.compactMap { self[$0].hours.first?.begin }.min()
    guard let oldest = [ofApps, ofRemoved].compactMap(\.self).min() else { return 0 }
    let end = oldest + .hours(1)
    var dropped = 0
    for app in share.apps where self[app].hours.first?.begin == oldest {
      let before = self[app].rows
      apps.change(app) { $0.forget(before: end) }
      dropped += before - self[app].rows
    }
    if let place, ofRemoved == oldest {
      let before = removed[place].consumption.rows
      removed[place].consumption.drop(before: end)
      dropped += before - removed[place].consumption.rows
    }
    if dropped > 0 {
      changeRemoved(ofOwner: share.ownerUserID) { $0.lostUntil = max($0.lostUntil ?? end, end) }
    }
    return dropped
  }
}

/// The hours of apps of one owner that were removed, together and without their names.
package struct RemovedConsumption: Hashable, Sendable, Saved {
  package let ownerUserID: UInt32?
  package internal(set) var consumption = AppConsumption()
  /// Up to when hours of the owner were forgotten to make room; `nil`: none were.
  package internal(set) var lostUntil: Instant?

  init(ownerUserID: UInt32?) { self.ownerUserID = ownerUserID }

  /// Where it stands among others: that of nobody comes first.
  fileprivate var ownerPlace: Int64 { ownerUserID.map { Int64($0) } ?? -1 }
}

/// How many rows of the ledger are those of one owner.
private struct OwnerShare {
  let ownerUserID: UInt32?
  var apps: [AppIdentifier] = []
  var rows = 0

  /// That of nobody comes first.
  private var place: Int64 { ownerUserID.map { Int64($0) } ?? -1 }

  /// Of all owners; those of nobody first, and then by number.
  static func all(
    of ledger: ConsumptionService,
    ownerOf: (AppIdentifier) -> UInt32?
  ) -> [OwnerShare] {
    var shares: [OwnerShare] = []
    func change(_ owner: UInt32?, _ change: (inout OwnerShare) -> Void) {
      if let index = shares.firstIndex(where: { $0.ownerUserID == owner }) {
        return change(&shares[index])
      }
      var share = OwnerShare(ownerUserID: owner)
      change(&share)
      shares.append(share)
    }
    for app in ledger.apps.apps {
      let consumption = ledger[app]
      change(consumption.departed.map(\.ownerUserID) ?? ownerOf(app)) {
        $0.apps.append(app)
        $0.rows += consumption.rows
      }
    }
    for removed in ledger.removed {
      change(removed.ownerUserID) { $0.rows += removed.consumption.rows }
    }
    return shares.sorted { $0.place < $1.place }
  }
}

extension AppConsumption {
  /// Whether it has hours that began before, or none at all and nothing else to be kept for.
  fileprivate func hasHours(before begin: Instant) -> Bool {
    hours.isEmpty ? departed != nil : hours[0].begin < begin
  }

  /// Forgets the hours that began before; a command that has ended is forgotten with its last hour.
  fileprivate mutating func forget(before begin: Instant) {
    drop(before: begin)
    if departed != nil, hours.isEmpty { self = AppConsumption() }
  }
}
