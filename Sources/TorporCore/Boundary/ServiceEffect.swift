package import TorporModel

/// What the host does about sounds, places, notifications, accessories and descriptors.
package enum ServiceEffect: Hashable, Sendable {
  /// Show a notification, in the place of one with the same key.
  case show(ShownNotification)
  /// Take a notification off the screen, if it is still there.
  case withdraw(NotificationKey)
  /// How exact fixes have to be; `nil`: none are wanted, every receiver is switched off.
  case locate(LocationDemand?)
  /// Which beacons the radio is to listen for; `nil`: none.
  case scanForBeacons(BeaconDemand?)
  case bluetooth(BluetoothOrder)
  /// Poll a descriptor that the app has handed over; one event is posted, then it must be asked again.
  case watchDescriptor(app: AppIdentifier, name: String)
  /// Stop polling it, but keep it.
  case pauseDescriptor(app: AppIdentifier, name: String)
  /// Close the duplicate.
  case dropDescriptor(app: AppIdentifier, name: String)
  /// The number on the app's icon.
  case badge(app: AppIdentifier, count: Int)
  /// Have the machine sleep, unless another program delays that.
  case suspendMachine
}

/// Names a notification on the screen.
package struct NotificationKey: Hashable, Sendable, Saved {
  package let app: AppIdentifier
  package let identifier: String

  package init(app: AppIdentifier, identifier: String) {
    self.app = app
    self.identifier = identifier
  }
}

/// A notification as the user sees it.
package struct ShownNotification: Hashable, Sendable {
  package let key: NotificationKey
  /// The app's name.
  package let appName: String
  package let content: NotificationContent
  package let actions: [NotificationAction]
  /// What of it is seen and heard; all of it but for the app in front.
  package let options: PresentationOptions
  /// How much of the work that it is about is done; `nil`: it is about none.
  package let percent: Int?

  package init(
    key: NotificationKey,
    appName: String,
    content: NotificationContent,
    actions: [NotificationAction],
    options: PresentationOptions = [.badge, .sound, .list, .banner],
    percent: Int? = nil
  ) {
    self.key = key
    self.appName = appName
    self.content = content
    self.actions = actions
    self.options = options
    self.percent = percent
  }
}
