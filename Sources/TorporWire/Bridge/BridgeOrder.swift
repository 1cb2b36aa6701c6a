package import TorporModel

/// What the daemon asks of a desktop bridge; each stands in a reply to `Attach`.
package enum BridgeOrder: Hashable, Sendable {
  /// Show it, replacing one with the same key.
  case showNotification(notification: BridgeNotification)
  /// Take it off the screen.
  case withdrawNotification(key: String)
  /// Show a number on an app's icon; 0: none.
  case showBadge(app: AppIdentifier, count: Int)
  /// Report where the device is; `nil`: that is not wanted any more.
  case locate(demand: BridgeLocationDemand?)
  /// Listen for beacons; `nil`: none are wanted any more.
  case scanForBeacons(demand: BeaconDemand?)
  /// Do this with the radio.
  case bluetooth(order: BluetoothOrder)
  /// The daemon knows that the machine is about to sleep, and is ready for it.
  case allowSleep
  /// Have the machine sleep, unless another program delays that.
  case suspend
  /// Find out which streams of these launches are silent, and of no others.
  ///
  /// `pids`: the processes of those that the desktop has started.
  case listen(launches: [String], pids: [Int32]?)
  /// A group of processes stands still: watch for calls that wait for them.
  case frozen(launch: String, pids: [Int32])
  /// It runs again.
  case thawed(launch: String)
  /// A push gateway can be reached, or could be: be there for programs that want messages of it.
  case servePushes
  /// The gateway has given a channel the address to which its senders send.
  case pushEndpoint(channel: String, endpoint: String)
  /// The gateway knows of the end of a channel.
  case pushChannelEnded(channel: String)
  /// Hand a message, in Base64, to the program whose channel it is.
  case bringPushMessage(channel: String, identifier: String, data: String)
  /// Keep a picture of the app's window as it is now.
  case takeSnapshot(app: AppIdentifier, launch: String)
  /// Remove the picture of the app's window.
  case removeSnapshot(app: AppIdentifier)
}

extension BridgeOrder {
  /// One that only a newer daemon knows is left out.
  package static func list(_ element: WireElement) throws(WireError) -> [BridgeOrder] {
    guard let elements = element.json.elements else { throw element.invalid }
    return elements.enumerated().compactMap { index, json in
      try? BridgeOrder(element.element(json, at: index))
    }
  }
}

/// A notification as a desktop shows it.
package struct BridgeNotification: Hashable, Sendable {
  /// How pressing it is, as desktops tell it apart.
  package enum Urgency: String, Hashable, Sendable, CaseIterable {
    case low, normal, critical
  }

  /// A choice that the user has; the one named `default` is a tap on the notification.
  package struct Action: Hashable, Sendable {
    package var id: String
    package var title: String
    /// Whether the user writes a text with it.
    package var takesText: Bool

    package init(id: String, title: String, takesText: Bool = false) {
      self.id = id
      self.title = title
      self.takesText = takesText
    }
  }

  /// The action of a tap on the notification, as desktops name it.
  package static let tap = "default"

  /// What facts about it name it by.
  package var key: String
  package var appName: String
  package var title: String
  package var body: String
  /// A name of the desktop's sound theme, or an absolute path; `nil`: silent.
  package var sound: String?
  package var actions: [Action]
  package var urgency: Urgency
  /// A name of the desktop's icon theme, or an absolute path.
  package var icon: String?
  /// How much of the work that it is about is done; such a notification stays until it is withdrawn.
  package var percent: Int?

  package init(
    key: String,
    appName: String,
    title: String,
    body: String = "",
    sound: String? = nil,
    actions: [Action] = [],
    urgency: Urgency = .normal,
    icon: String? = nil,
    percent: Int? = nil
  ) {
    self.key = key
    self.appName = appName
    self.title = title
    self.body = body
    self.sound = sound
    self.actions = actions
    self.urgency = urgency
    self.icon = icon
    self.percent = percent
  }
}

/// What apps need to know of the position.
package struct BridgeLocationDemand: Hashable, Sendable {
  /// The radius within which a fix is good enough.
  package var accuracyMetres: Double
  /// How often a fix is of use at most.
  package var intervalMicroseconds: Int64
  /// How far the device must have moved for a fix to be of use.
  package var distanceMetres: Double

  package init(accuracyMetres: Double, intervalMicroseconds: Int64, distanceMetres: Double) {
    self.accuracyMetres = accuracyMetres
    self.intervalMicroseconds = intervalMicroseconds
    self.distanceMetres = distanceMetres
  }
}
