import TorporModel

// The rules of the services behind `UIBackgroundModes` that must hold between two inputs: each list of
// the device agrees with what lies with the apps, and every limit is kept.

extension Device {
  /// Every rule of pushes, sounds, notifications and links that does not hold, as sentences.
  func brokenServiceInvariants(of records: [AppRecord]) -> [String] {
    brokenPushInvariants(of: records) + brokenSoundInvariants()
      + brokenNotificationInvariants() + brokenLinkInvariants(of: records)
  }

  /// What is wrong with a list of apps: one that is not installed, or stands there twice.
  private func faults(in apps: [AppIdentifier], _ what: String) -> [String] {
    let absent = apps.filter { self.apps.slot(of: $0) == nil }.map {
      "\($0) \(what) and is not installed"
    }
    return absent + repeated(apps).map { "\($0) \(what) twice" }
  }

  private func repeated<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen: Set<Element> = []
    return elements.filter { !seen.insert($0).inserted }
  }

  // MARK: Pushes

  private func brokenPushInvariants(of records: [AppRecord]) -> [String] {
    var broken = faults(in: pushes.waiting, "waits for a push or a call")
    broken += faults(in: pushes.unconnected, "has a push without a connection")
    for record in records {
      let (app, own) = (record.identifier, record.pushes)
      let waits = own.held != nil || own.call != nil
      if waits != pushes.waiting.contains(app) {
        broken.append("\(app): has a held push or a call \(waits), by the device \(!waits)")
      }
      if (own.stored != nil) != pushes.unconnected.contains(app) {
        broken.append("\(app): a push is stored for it, or the device says so, and not both")
      }
      if own.call == nil, record.assertions.contains(.call) {
        broken.append("\(app): is kept running for a call that it does not have")
      }
      if own.call != nil, record.process.launch == nil {
        broken.append("\(app): has a call and no process")
      }
    }
    return broken
  }

  // MARK: Sounds

  private func brokenSoundInvariants() -> [String] {
    let active = sounds.active.map(\.app)
    let interrupted = sounds.interrupted.map(\.app)
    var broken = faults(in: active + interrupted + sounds.suspended, "has an audio session")
    let alone = sounds.active.filter { !$0.session.mixesWithOthers }
    if alone.count > 1 {
      broken.append("\(alone.map(\.app)) are heard at a time, and none of them mixes")
    }
    for session in sounds.interrupted {
      guard let other = session.by, apps.slot(of: other) == nil else { continue }
      broken.append("\(session.app) gave way to \(other), which is not installed")
    }
    return broken
  }

  // MARK: Notifications

  private func brokenNotificationInvariants() -> [String] {
    var broken: [String] = []
    for own in notices.apps {
      let app = own.app
      if apps.slot(of: app) == nil {
        broken.append("\(app) has notifications and is not installed")
      }
      broken += repeated(own.pending.map(\.notification.identifier)).map {
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
    var broken = faults(in: links.apps, "has links")
    broken += repeated(links.accessories.map(\.name)).map { "the accessory '\($0)' is there twice" }
    broken += repeated(links.peripherals).map { "the peripheral '\($0)' is there twice" }
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
