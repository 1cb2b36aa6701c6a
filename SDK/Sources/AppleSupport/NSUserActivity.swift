public import Foundation

/// The activity of a user who is browsing a web page.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// An activity of the user that can be continued elsewhere; here, it stays in the process.
open class NSUserActivity: NSObject, @unchecked Sendable {
  // Shape: one property for each property of Apple's class.
  /// An identifier for the same activity in search results.
  public typealias PersistentIdentifier = String

  /// The kind of activity.
  public let activityType: String
  /// The name shown to users.
  open var title: String?
  /// The data needed to continue it.
  open var userInfo: [AnyHashable: Any]?
  /// The keys of the data that is required.
  open var requiredUserInfoKeys: Set<String>?
  /// Whether `userInfo` is out of date.
  open var needsSave = false
  /// The page that continues it if there is no app.
  open var webpageURL: URL?
  /// The page that it came from.
  open var referrerURL: URL?
  /// The date after which it is deleted.
  open var expirationDate: Date?
  /// The keywords for a search.
  open var keywords: Set<String> = []
  /// Whether other devices may continue it; none does here.
  open var isEligibleForHandoff = true
  /// Whether it may be found by a search; it cannot be found here.
  open var isEligibleForSearch = false
  /// Whether all users may find it; none does here.
  open var isEligibleForPublicIndexing = false
  /// Whether it may be suggested; it is not suggested here.
  open var isEligibleForPrediction = false
  /// The identifier for deletions.
  open var persistentIdentifier: PersistentIdentifier?
  /// The delegate, which is never called here.
  open weak var delegate: (any NSUserActivityDelegate)?

  private nonisolated(unsafe) static weak var current: NSUserActivity?
  private static let lock = NSLock()

  /// Makes an activity of a kind.
  public init(activityType: String) { self.activityType = activityType }

  /// Adds to the data needed to continue it.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }

  /// Makes it the user's current activity.
  open func becomeCurrent() { Self.lock.withLock { Self.current = self } }
  /// Ends its time as the user's current activity.
  open func resignCurrent() {
    Self.lock.withLock { if Self.current === self { Self.current = nil } }
  }
  /// Ends the activity.
  open func invalidate() { resignCurrent() }

  /// Resets the state to that of a new process.
  package static func forget() { lock.withLock { current = nil } }

  /// The user's current activity.
  package static var currentActivity: NSUserActivity? { lock.withLock { current } }

  /// Deletes saved activities with those identifiers: there are none.
  open class func deleteSavedUserActivities(
    withPersistentIdentifiers persistentIdentifiers: [PersistentIdentifier],
    completionHandler handler: @escaping () -> Void
  ) { CallbackQueue.call({ handler() }, with: ()) }
  /// Deletes all saved activities: there are none.
  open class func deleteAllSavedUserActivities(completionHandler handler: @escaping () -> Void) {
    CallbackQueue.call({ handler() }, with: ())
  }
}

/// The events of an activity; none occur here.
public protocol NSUserActivityDelegate: NSObjectProtocol {
  /// It is about to be saved.
  func userActivityWillSave(_ userActivity: NSUserActivity)
  /// Another device has continued it.
  func userActivityWasContinued(_ userActivity: NSUserActivity)
}

extension NSUserActivityDelegate {
  /// Does nothing.
  public func userActivityWillSave(_ userActivity: NSUserActivity) {}
  /// Does nothing.
  public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
}
