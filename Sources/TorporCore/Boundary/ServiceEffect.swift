package import TorporModel

/// An order to the host about audio, location, notifications, accessories or descriptors.
package enum ServiceEffect: Hashable, Sendable {
  /// Show a notification, replacing one with the same key.
  case show(ShownNotification)
  /// Remove a notification from the screen, if it is still there.
  case withdraw(NotificationKey)
  /// Set the required accuracy of fixes; `nil`: none are wanted, and every receiver is switched off.
  case locate(LocationDemand?)
  /// Scan for these beacons; `nil`: none.
  case scanForBeacons(BeaconDemand?)
  case bluetooth(BluetoothOrder)
  /// Poll a descriptor that the app left with the daemon; one event is posted, then polling must be ordered again.
  case watchDescriptor(app: AppIdentifier, name: String)
  /// Stop polling it, but keep it.
  case pauseDescriptor(app: AppIdentifier, name: String)
  /// Close the duplicate.
  case dropDescriptor(app: AppIdentifier, name: String)
  /// Set the number on the app's icon.
  case badge(app: AppIdentifier, count: Int)
  /// Put the machine to sleep, unless another program delays that.
  case suspendMachine
}

/// The key of a notification on the screen.
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
  /// How it is presented; fully, except for the app in the foreground.
  package let options: PresentationOptions
  /// The progress of the work that it is about; `nil`: it is not about work.
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
