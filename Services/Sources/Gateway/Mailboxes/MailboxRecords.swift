/// The keeper's requirements of a store: the devices, registrations and pushes that it decides about.
///
/// Two types store them: a file of SQLite, which changes one batch of orders at a time, and a document in NATS for each
/// device. Both pass the same tests.
protocol MailboxRecords: AnyObject {
  associatedtype Failure: Error

  /// The secret from which tokens are created.
  var secret: [UInt8] { get }
  /// The maximum number of apps of one device.
  static var registrationsMax: Int64 { get }
  /// The maximum number of Web Push channels of one device, besides its apps.
  static var channelsMax: Int64 { get }

  /// Records that the device has connected; returns whether the key is that of its mailbox.
  func admit(_ mailbox: Mailbox, key: [UInt8], at now: Int64) throws(Failure) -> Bool
  /// Returns the number of apps that the device has registered, or of Web Push channels.
  func registrationCount(of mailbox: Mailbox, _ environment: Environment) throws(Failure) -> Int64
  /// Returns the registration of a token.
  func registration(of token: [UInt8]) throws(Failure) -> MailboxStore.Registration?
  /// Returns the device's current registration for an app.
  func liveRegistration(_ mailbox: Mailbox, _ topic: String, _ environment: Environment)
    throws(Failure) -> MailboxStore.Registration?
  func register(
    _ token: DeviceToken,
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment,
    at now: Int64
  ) throws(Failure)
  /// Ends a registration, and removes its stored pushes.
  func unregister(
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment,
    at now: Int64
  ) throws(Failure)
  func note(silentMilliseconds: [Int64], of token: [UInt8]) throws(Failure)
  /// Returns whether the device has space for another push; space that it would free by displacing counts.
  func hasRoom(for push: Push, _ mailbox: Mailbox, at now: Int64) throws(Failure) -> Bool
  /// Returns the version under which a push with this id is already stored, which a sender has sent again because it
  /// got no answer.
  func version(of push: Push, _ mailbox: Mailbox) throws(Failure) -> Int64?
  /// Stores a push and returns its version; waiting pushes in the same place are removed if they are to be displaced.
  func store(
    _ push: Push,
    _ mailbox: Mailbox,
    isUnderWay: Bool,
    displaces: Bool,
    at now: Int64
  ) throws(Failure) -> Int64
  /// Returns the stored pushes for the apps of a device, oldest first: all, or only those that it was never handed.
  func rows(of mailbox: Mailbox, onlyWaiting: Bool) throws(Failure) -> [MailboxStore.Row]
  /// Returns the stored messages of a Web Push channel, oldest first.
  func rows(of mailbox: Mailbox, _ app: HandoverWindow.App) throws(Failure) -> [MailboxStore.Row]
  /// Returns the number of a channel's stored messages that are worth delivering, without those that this one
  /// displaces.
  func messageCount(of push: Push, _ mailbox: Mailbox, at now: Int64) throws(Failure) -> Int64
  func markUnderWay(_ version: Int64) throws(Failure)
  /// Removes one version of a push of the device, and no later one; returns whether it existed.
  @discardableResult
  func remove(_ version: Int64, _ id: String, of mailbox: Mailbox) throws(Failure) -> Bool
  /// Returns the app of a version, if the version still exists.
  func topic(ofVersion version: Int64, of mailbox: Mailbox) throws(Failure) -> (
    topic: String, environment: Environment
  )?
  /// Removes data that is no longer needed.
  func sweep(at now: Int64) throws(Failure)
  /// Returns the numbers of entries; `nil`: the store does not count.
  func counts() throws(Failure) -> (devices: Int64, registrations: Int64, pushes: Int64)?
}
