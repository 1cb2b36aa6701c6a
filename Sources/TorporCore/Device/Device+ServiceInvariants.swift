import TorporModel

// The rules of the services behind `UIBackgroundModes` that must hold between two inputs: each list of
// the device agrees with what lies with the apps, and every limit is kept.

extension Device {
  /// Every rule of pushes, sounds, notifications and links that does not hold, as sentences.
  func brokenServiceInvariants(of records: [AppRecord]) -> [String] {
    brokenNotificationInvariants() + brokenLinkInvariants(of: records)
  }

  // MARK: Notifications

  private func brokenNotificationInvariants() -> [String] {
    var broken: [String] = []
    for own in notices.apps {
      let app = own.app
      if apps.slot(of: app) == nil {
        broken.append("\(app) has notifications and is not installed")
      }
      broken += own.pending.map(\.notification.identifier).repeated.map {
        "\(app): '\($0)' waits twice"
      }
    }
    if let due = alarms.notification, notices.nextLook.map({ $0 > due }) ?? true {
      broken.append("a notification is due at \(due.nanoseconds) ns, and nobody looks then")
    }
    for question in notices.asked {
      let app = question.notice.app
      if apps.process(of: app)?.isOnScreen != true {
        broken.append(
          "\(app): is asked about '\(question.notice.key.identifier)' and is not in front"
        )
      }
    }
    for (app, asked) in Dictionary(grouping: notices.asked, by: \.notice.app).sorted(by: {
      $0.key < $1.key
    })
    where asked.count > AskedNotice.countMax {
      broken.append("\(app): is asked about \(asked.count) notifications")
    }
    return broken
  }

  // MARK: Links

  private func brokenLinkInvariants(of records: [AppRecord]) -> [String] {
    var broken = state.faults(in: links.apps, "has links")
    broken += links.accessories.map(\.name).repeated.map { "the accessory '\($0)' is there twice" }
    broken += links.peripherals.repeated.map { "the peripheral '\($0)' is there twice" }
    if links.accessories.count > LinkTable.accessoriesMax {
      broken.append("\(links.accessories.count) accessories are connected")
    }
    for record in records {
      let app = record.identifier
      if record.links.isEmpty == links.apps.contains(app) {
        broken.append(
          "\(app): has links \(!record.links.isEmpty), by the device \(record.links.isEmpty)"
        )
      }
      broken += record.brokenLinkInvariants.map { "\(app): \($0)" }
    }
    return broken
  }
}

extension AppRecord {
  fileprivate var brokenLinkInvariants: [String] {
    var broken: [String] = []
    for (what, count, most) in [
      ("accessories", links.accessories.count, AppLinks.countMax),
      ("requests to Bluetooth", links.bluetooth.count, AppLinks.countMax),
      ("descriptors", links.descriptors.count, AppLinks.countMax),
      ("callbacks of Bluetooth untold", links.untold.count, AppLinks.untoldMax),
      ("requests of centrals", links.centralRequests.count, AppLinks.centralRequestsMax),
    ] where count > most {
      broken.append("has \(count) \(what), above \(most)")
    }
    let names = links.descriptors.map(\.name)
    if Set(names).count < names.count { broken.append("has two descriptors of one name: \(names)") }
    for descriptor in links.descriptors where descriptor.isWatched {
      if process.phase == .onScreen || process.phase == .background {
        broken.append("runs, and the host polls its descriptor '\(descriptor.name)'")
      }
      if descriptor.rest != nil {
        broken.append("its descriptor '\(descriptor.name)' is polled and waits unread at once")
      }
    }
    if process.launch == nil {
      if !links.centralRequests.isEmpty || !links.untold.isEmpty || !links.hungUp.isEmpty {
        broken.append("has no process and owes centrals an answer, or is to be told of Bluetooth")
      }
    }
    if process.isOnScreen, links.keepAlive?.nextAt != nil {
      broken.append("is on screen and is to be called to keep its line alive")
    }
    return broken
  }
}
