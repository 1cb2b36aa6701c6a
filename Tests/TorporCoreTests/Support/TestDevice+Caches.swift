import TorporModel

@testable import TorporCore

/// The disk of the tests: 100 GB.
enum Disk {
  static let total: Int64 = 100_000_000_000
  /// So little that it is short.
  static let short: Int64 = 400_000_000
  /// From so much on it is short no longer.
  static let enough: Int64 = 1_000_000_000
  static let plenty: Int64 = 20_000_000_000
}

extension DeviceEvent {
  /// So much of the disk is free.
  static func room(_ bytes: Int64) -> DeviceEvent {
    .storage(freeBytes: bytes, totalBytes: Disk.total)
  }
}

extension TestDevice {
  /// Maps, mail and notes without a process, used in this order, and a device with room.
  static func withThreeAtRest() -> TestDevice {
    var device = TestDevice()
    for name in ["maps", "mail", "notes"] { device.install(name) }
    for name in ["maps", "mail", "notes"] {
      device.open(name)
      device.pass(.seconds(10))
      device.user(.forceQuit(app: device.app(name)))
      device.pass(.seconds(10))
    }
    device.tell(.room(Disk.plenty))
    return device
  }

  /// Mail, suspended.
  static func withMailSuspended() -> TestDevice {
    var device = TestDevice()
    device.install("mail")
    device.open("mail")
    device.home()
    device.pass(.seconds(60))
    return device
  }

  /// What the host was told to do about caches.
  var storageOrders: [StorageOrder] {
    log.compactMap { if case .storage(let order) = $0.effect { order } else { nil } }
  }

  /// The host has removed caches.
  mutating func purged(_ name: String, _ bytes: Int64, free: Int64) {
    tell(.caches(CacheReport(app: app(name), isPurge: true, bytes: bytes, freeBytes: free)))
  }

  /// What the ledger says of purges.
  var purgeRows: [(app: AppIdentifier?, bytes: Int64, Condition?)] {
    log.compactMap { entry in
      guard case .record(let decision) = entry.effect,
        case .purgeCaches(let bytes) = decision.action
      else { return nil }
      return (decision.app, bytes, decision.conditions.first)
    }
  }
}
