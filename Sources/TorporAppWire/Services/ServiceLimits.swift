/// What the parameters of the background services may hold; all are our choices.
package enum ServiceLimits {
  /// The longest name of anything: a region, a notification, an accessory, a peripheral, a service.
  package static let nameBytesMax = 256
  /// The length of such a name.
  package static let nameBytes = 1...nameBytesMax
  /// The most names of notifications in one call: twice as many as are ever scheduled (LN3).
  package static let namesMax = 256
  /// The most protocols of an accessory, and the most that an app supports.
  package static let protocolsMax = 16
  /// The longest path (`PATH_MAX`).
  package static let pathBytesMax = 4096
  /// The most services of one Bluetooth call.
  package static let servicesMax = 64
  /// The most characteristics of one service that an app publishes.
  package static let characteristicsMax = 32
  /// The most categories of notifications of an app.
  package static let categoriesMax = 64
  /// The most buttons of a category; the user sees four at most.
  package static let actionsMax = 16
  /// The longest title or subtitle of a notification, and the longest of a button: no more is shown.
  package static let titleBytesMax = 1 << 10
  /// The longest body: as much as a whole push may have (§6.1).
  package static let bodyBytesMax = 4 << 10
  /// The longest JSON of an app's own words in a notification: as much as a whole push may have.
  package static let userInfoBytesMax = 4 << 10
  /// The bytes of a notification as it stands on the wire, so that the 128 that may be scheduled go
  /// into one message.
  package static let notificationBytesMax = 7 << 10
  /// The largest number on an icon.
  package static let badgeMax = 1_000_000
  /// The longest distance: once around the earth is 40,075 km.
  package static let metresMax = 41_000_000.0
  /// The longest time: a hundred years.
  package static let lengthMax = Duration.seconds(100 * 366 * 86_400)
  /// The longest text that the user answers a notification with.
  package static let answerBytesMax = 4 << 10
  /// The most descriptors that an app may have handed over.
  package static let descriptorsMax = 16
  /// The most descriptors that all apps together may have handed over.
  package static let descriptorsOfAllMax = 512
}
