public import Foundation

/// The activity of a person browsing a page.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// What the user does, so that they can continue elsewhere; it stays in the process here.
open class NSUserActivity: NSObject, @unchecked Sendable {
  // Shape: one property for each of Apple's class.
  /// A name for the same activity in the search.
  public typealias PersistentIdentifier = String

  /// What kind of activity it is.
  public let activityType: String
  /// Its name for people.
  open var title: String?
  /// What is needed to continue it.
  open var userInfo: [AnyHashable: Any]?
  /// Which of that is needed.
  open var requiredUserInfoKeys: Set<String>?
  /// Whether `userInfo` is out of date.
  open var needsSave = false
  /// The page that continues it where there is no app.
  open var webpageURL: URL?
  /// The page that it came from.
  open var referrerURL: URL?
  /// When it is forgotten.
  open var expirationDate: Date?
  /// What finds it in a search.
  open var keywords: Set<String> = []
  /// Whether other devices may continue it; none does here.
  open var isEligibleForHandoff = true
  /// Whether it may be found; it is not here.
  open var isEligibleForSearch = false
  /// Whether everybody may find it; nobody does here.
  open var isEligibleForPublicIndexing = false
  /// Whether it may be suggested; it is not here.
  open var isEligibleForPrediction = false
  /// Its name for deletions.
  open var persistentIdentifier: PersistentIdentifier?
  /// What is told of it; never here.
  open weak var delegate: (any NSUserActivityDelegate)?

  private nonisolated(unsafe) static weak var current: NSUserActivity?
  private static let lock = NSLock()

  /// Makes one of its kind.
  public init(activityType: String) { self.activityType = activityType }

  /// Adds to what is needed to continue it.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }

  /// Makes it what the user does now.
  open func becomeCurrent() { Self.lock.withLock { Self.current = self } }
  /// It is no more what the user does now.
  open func resignCurrent() {
    Self.lock.withLock { if Self.current === self { Self.current = nil } }
  }
  /// Ends it.
  open func invalidate() { resignCurrent() }

  /// As in a new process.
  package static func forget() { lock.withLock { current = nil } }

  /// What the user does now.
  package static var currentActivity: NSUserActivity? { lock.withLock { current } }

  /// Forgets activities of that name: there are none.
  open class func deleteSavedUserActivities(
    withPersistentIdentifiers persistentIdentifiers: [PersistentIdentifier],
    completionHandler handler: @escaping () -> Void
  ) { CallbackQueue.call({ handler() }, with: ()) }
  /// Forgets all activities: there are none.
  open class func deleteAllSavedUserActivities(completionHandler handler: @escaping () -> Void) {
    CallbackQueue.call({ handler() }, with: ())
  }
}

/// What is told of an activity; nothing is here.
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
