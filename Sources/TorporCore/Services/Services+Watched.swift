import TorporModel

// The items that are watched for an app while it is not running.

extension Services {
  /// Returns the items that wake the app: descriptors, Bluetooth requests, and locations, in this order; `nil`: none.
  func watched(for app: AppIdentifier, in profile: Profile) -> [WatchedItem]? {
    let items =
      descriptors[app].held.map { $0.watchedItem(in: profile) }
      + bluetooth[app].requests
      .filter { !$0.kind.isOffering || profile.hasBluetoothPeripherals }
      .map { $0.watchedItem(in: profile) }
      + (location.table[app]?.watchedItems(in: profile) ?? [])
    return items.isEmpty ? nil : items
  }
}

extension AppDescriptors.Descriptor {
  fileprivate func watchedItem(in profile: Profile) -> WatchedItem {
    let (thing, reason): (WatchedItem.Thing, WakeReason) =
      switch purpose {
      case .voIP: (.voipSocket, .voipSocket)
      case .accessory: (.accessoryLine, .accessory)
      case .other: (.descriptor, .descriptor)
      }
    return WatchedItem(
      thing: thing,
      name: name,
      endsWithProcess: reason.endsWithProcess(in: profile)
    )
  }
}

extension AppBluetooth.Request {
  fileprivate func watchedItem(in profile: Profile) -> WatchedItem {
    let reason: WakeReason = restoreIdentifier == nil ? .bluetooth : .bluetoothRestoring
    let (thing, names): (WatchedItem.Thing, [String]) =
      switch kind {
      case .connection(let peripheral): (.peripheral, [peripheral])
      case .scan(let services): (.scan, services)
      case .advertising(let services): (.advertising, services)
      case .publishing(let services): (.services, services.map(\.number))
      }
    return WatchedItem(
      thing: thing,
      name: names.isEmpty ? nil : names.joined(separator: ", "),
      endsWithProcess: reason.endsWithProcess(in: profile)
    )
  }
}

extension LocationClient {
  /// What it monitors of its own; a notification's region wakes no app.
  fileprivate func watchedItems(in profile: Profile) -> [WatchedItem] {
    func item(_ thing: WatchedItem.Thing, _ name: String? = nil, _ reason: WakeReason)
      -> WatchedItem
    {
      WatchedItem(
        thing: thing,
        name: name,
        endsWithProcess: reason.endsWithProcess(in: profile)
      )
    }
    var items: [WatchedItem] = []
    if significant != nil { items.append(item(.significantChange, nil, .significantLocation)) }
    if visits != nil { items.append(item(.visits, nil, .visit)) }
    items += regions.filter { $0.owner != .notification }
      .map { item(.region, $0.region.identifier, .region) }
    items += beacons.filter { $0.owner != .notification }
      .map { item(.beacon, $0.region.identifier, .region) }
    return items
  }
}

extension WakeReason {
  /// Whether what it is for ends with a process that crashes.
  fileprivate func endsWithProcess(in profile: Profile) -> Bool {
    RelaunchRule.row(self, in: profile).endsWith(.crash)
  }
}
