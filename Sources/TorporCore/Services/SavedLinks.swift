import TorporModel

// Journals keep the state of three services together, by the older name of links: of accessories, Bluetooth and
// descriptors. Here it is put together and taken apart.

/// The saved state of an app's accessories, Bluetooth and descriptors, stored with the app's record.
struct SavedLinks: Hashable, Sendable, Saved {
  var accessories: [String] = []
  var hungUp: [String] = []
  var bluetooth: [AppBluetooth.Request] = []
  var untold: [BluetoothCallback] = []
  var centralRequests: [CentralRequestIdentifier] = []
  var descriptors: [AppDescriptors.Descriptor] = []
  var isLegacyVoIP = false
  var keepAlive: AppDescriptors.KeepAlive?
  var lastRelaunchAt: Instant?
  var relaunchAt: Instant?
}

/// The saved state of the three services, except the parts of single apps.
struct SavedLinkTable: Hashable, Sendable, Saved {
  var accessories: [Accessory] = []
  var peripherals: [String] = []
  var isBluetoothOn = true
  var launchesAtUnlock = false
  /// The apps with any of it; nothing is read from this list.
  var apps: [AppIdentifier] = []
  var nextReview: Instant?

  /// The names by which it is saved.
  private enum CodingKeys: String, CodingKey {
    case accessories, peripherals, isBluetoothOn, launchesAtUnlock, apps
    case nextReview = "nextLook"
  }
}

extension Services {
  /// Puts what each app has into the records that are saved, and returns the rest.
  func saveLinks(into apps: inout AppTable) -> SavedLinkTable {
    for slot in apps.slotRange {
      guard let app = apps.identifier(inSlot: slot) else { continue }
      apps.update(slot: slot) { $0.savedLinks = SavedApart(savedLinks(of: app)) }
    }
    return SavedLinkTable(
      accessories: accessories.connected,
      peripherals: bluetooth.peripherals,
      isBluetoothOn: bluetooth.isOn,
      launchesAtUnlock: descriptors.launchesAtUnlock,
      apps: Set(accessories.apps.apps + bluetooth.apps.apps + descriptors.apps.apps).sorted(),
      nextReview: descriptors.nextReview
    )
  }

  private func savedLinks(of app: AppIdentifier) -> SavedLinks {
    let (accessories, bluetooth, descriptors) = (accessories[app], bluetooth[app], descriptors[app])
    return SavedLinks(
      accessories: accessories.sessions,
      hungUp: accessories.hungUp,
      bluetooth: bluetooth.requests,
      untold: bluetooth.pendingCallbacks,
      centralRequests: bluetooth.centralRequests,
      descriptors: descriptors.held,
      isLegacyVoIP: descriptors.isLegacyVoIP,
      keepAlive: descriptors.keepAlive,
      lastRelaunchAt: descriptors.lastRelaunchAt,
      relaunchAt: descriptors.relaunchAt
    )
  }

  /// Takes it out of what was read.
  mutating func take(_ table: SavedLinkTable, from apps: inout AppTable) {
    accessories.connected = table.accessories
    bluetooth.peripherals = table.peripherals
    bluetooth.isOn = table.isBluetoothOn
    descriptors.launchesAtUnlock = table.launchesAtUnlock
    descriptors.nextReview = table.nextReview
    for slot in apps.slotRange {
      guard let app = apps.identifier(inSlot: slot),
        let saved = apps.read(slot: slot, { $0.savedLinks.state }) ?? nil
      else { continue }
      take(saved, of: app)
      apps.update(slot: slot) { $0.savedLinks = SavedApart() }
    }
  }

  private mutating func take(_ saved: SavedLinks, of app: AppIdentifier) {
    accessories.update(app) {
      $0.sessions = saved.accessories
      $0.hungUp = saved.hungUp
    }
    bluetooth.update(app) {
      $0.requests = saved.bluetooth
      $0.pendingCallbacks = saved.untold
      $0.centralRequests = saved.centralRequests
    }
    descriptors.update(app) {
      $0.held = saved.descriptors
      $0.isLegacyVoIP = saved.isLegacyVoIP
      $0.keepAlive = saved.keepAlive
      $0.lastRelaunchAt = saved.lastRelaunchAt
      $0.relaunchAt = saved.relaunchAt
    }
  }
}
