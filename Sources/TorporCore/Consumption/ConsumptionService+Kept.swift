package import TorporModel

// The data kept about apps that leave, and the limit of all data.

extension ConsumptionService {
  /// The maximum number of hours and runs of all apps: 20,000, about 5 MB of a snapshot, as measured
  /// by a test; our choice.
  ///
  /// If an hour begins with more, the owners with the most lose their oldest hours until the limit is met.
  package static let rowsMax = 20_000

  /// The number of an owner's ended commands with names kept: 256, as many as ends are remembered.
  ///
  /// Our choice. Beyond it, the one that ended first loses its name.
  static let departedOfOwnerMax = 256

  // MARK: Leaving

  /// Handles that the app leaves the device, while its record still exists.
  ///
  /// An ended command may be queried later; for a removed app, only the sums stay.
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

  /// Handles that a command of the same name begins: it continues with the hours of the previous one,
  /// if they have the same owner.
  mutating func comeBack(_ app: AppIdentifier, inSlot slot: Int, _ device: DeviceState) {
    guard let departed = self[app].departed else { return }
    let owner = device.apps.read(slot: slot) { $0.manifest.ownerUserID } ?? nil
    guard owner == departed.ownerUserID else {
      return makeNameless(app, ofOwner: departed.ownerUserID)
    }
    apps.change(app) { $0.departed = nil }
  }

  // MARK: What is kept

  /// Removes data older than ten days or above the limit, once in each hour with a booking.
  mutating func trim(in hours: HourGrid, _ device: DeviceState) {
    // Usually it is still the hour in which this was done, which this check finds without a division.
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

  /// Removes the oldest hours of the owners with the most, one by one: owners do not lose hours because of others.
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

  /// Removes the owner's oldest kept hour, and returns its number of rows.
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
  /// The time up to which the owner's hours were removed to make room; `nil`: none were.
  package internal(set) var lostUntil: Instant?

  init(ownerUserID: UInt32?) { self.ownerUserID = ownerUserID }

  /// Its position in the order: the one without an owner comes first.
  fileprivate var ownerPlace: Int64 { ownerUserID.map { Int64($0) } ?? -1 }
}

/// The number of the ledger's rows that belong to one owner.
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
  /// Returns whether it has hours that began before, or neither hours nor another reason to be kept.
  fileprivate func hasHours(before begin: Instant) -> Bool {
    hours.isEmpty ? departed != nil : hours[0].begin < begin
  }

  /// Forgets the hours that began before; a command that has ended is forgotten with its last hour.
  fileprivate mutating func forget(before begin: Instant) {
    drop(before: begin)
    if departed != nil, hours.isEmpty { self = AppConsumption() }
  }
}
