/// What the keeper needs of a store: the devices, registrations and pushes that it decides about.
///
/// Two keep them: a file of SQLite, whose unit of change is a batch of orders, and a document in NATS for each
/// device. Both pass the same tests.
protocol MailboxRecords: AnyObject {
  associatedtype Failure: Error

  /// The secret with which tokens are made.
  var secret: [UInt8] { get }
  /// The most apps of one device.
  static var registrationsMax: Int64 { get }
  /// The most channels of Web Push of one device, beside its apps.
  static var channelsMax: Int64 { get }

  /// Notes that the device is here; whether the key is that of its mailbox.
  func admit(_ mailbox: Mailbox, key: [UInt8], at now: Int64) throws(Failure) -> Bool
  /// How many apps the device has registered, or how many channels of Web Push.
  func registrationCount(of mailbox: Mailbox, _ environment: Environment) throws(Failure) -> Int64
  /// What a token stands for.
  func registration(of token: [UInt8]) throws(Failure) -> MailboxStore.Registration?
  /// What the device has registered now for an app.
  func liveRegistration(_ mailbox: Mailbox, _ topic: String, _ environment: Environment)
    throws(Failure) -> MailboxStore.Registration?
  func register(
    _ token: DeviceToken,
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment,
    at now: Int64
  ) throws(Failure)
  /// Ends a registration, and what lies there for it.
  func unregister(
    _ mailbox: Mailbox,
    _ topic: String,
    _ environment: Environment,
    at now: Int64
  ) throws(Failure)
  func note(silentMilliseconds: [Int64], of token: [UInt8]) throws(Failure)
  /// Whether the device has room for one more push; what that would displace counts as room.
  func hasRoom(for push: Push, _ mailbox: Mailbox, at now: Int64) throws(Failure) -> Bool
  /// The version under which a push with this id lies there already, which a sender has sent a second time because
  /// it got no answer.
  func version(of push: Push, _ mailbox: Mailbox) throws(Failure) -> Int64?
  /// Stores a push and gives its version; what waits in the same place goes where it is to be displaced.
  func store(
    _ push: Push,
    _ mailbox: Mailbox,
    isUnderWay: Bool,
    displaces: Bool,
    at now: Int64
  ) throws(Failure) -> Int64
  /// What lies there for the apps of a device, oldest first: all, or only what it was never handed.
  func rows(of mailbox: Mailbox, onlyWaiting: Bool) throws(Failure) -> [MailboxStore.Row]
  /// What lies there for a channel of Web Push, oldest first.
  func rows(of mailbox: Mailbox, _ app: HandoverWindow.App) throws(Failure) -> [MailboxStore.Row]
  /// How many messages lie there for a channel that are worth delivering, without what this one displaces.
  func messageCount(of push: Push, _ mailbox: Mailbox, at now: Int64) throws(Failure) -> Int64
  func markUnderWay(_ version: Int64) throws(Failure)
  /// Removes one version of a push of the device, and nothing that came after it; whether it was there.
  @discardableResult
  func remove(_ version: Int64, _ id: String, of mailbox: Mailbox) throws(Failure) -> Bool
  /// The app of a version, if that is still here.
  func topic(ofVersion version: Int64, of mailbox: Mailbox) throws(Failure) -> (
    topic: String, environment: Environment
  )?
  /// Removes what nobody comes for any more.
  func sweep(at now: Int64) throws(Failure)
  /// How much there is; `nil`: the store does not count.
  func counts() throws(Failure) -> (devices: Int64, registrations: Int64, pushes: Int64)?
}
