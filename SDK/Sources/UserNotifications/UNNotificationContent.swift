public import Foundation
internal import Torpor

/// How much a notification may disturb the user.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
  /// It only appears in the list.
  case passive = 0
  /// It is shown with sound.
  case active = 1
  /// It is shown even if the user does not want to be disturbed.
  case timeSensitive = 2
  /// It makes a sound even if the device is muted.
  case critical = 3
}

/// The name of a sound: a file of the bundle, or of `Library/Sounds` in the container.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  /// The file's name.
  public let rawValue: String

  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The sound of a notification.
public final class UNNotificationSound: NSObject, Sendable {
  let sound: NotificationSound

  init(_ sound: NotificationSound) { self.sound = sound }

  /// A file of the bundle, or of `Library/Sounds` in the container.
  public convenience init(named name: UNNotificationSoundName) { self.init(.named(name.rawValue)) }

  /// The system's default sound.
  public class var `default`: UNNotificationSound { UNNotificationSound(.default) }
  /// The same as `default`: critical notifications have no separate sound here.
  public class var defaultCritical: UNNotificationSound { UNNotificationSound(.default) }
}

/// The part of a notification that the user sees and hears.
open class UNNotificationContent: NSObject, @unchecked Sendable {
  fileprivate var values = NotificationContent()
  fileprivate var information: [AnyHashable: Any] = [:]
  fileprivate var thread = ""
  fileprivate var files: [UNNotificationAttachment] = []
  fileprivate var score = 0.0
  fileprivate var criteria: String?

  /// Makes empty content.
  public override init() {}

  /// The first line.
  open var title: String { values.title }
  /// The second line.
  open var subtitle: String { values.subtitle }
  /// The text.
  open var body: String { values.body }
  /// The sound; `nil`: none.
  open var sound: UNNotificationSound? {
    values.sound == .none ? nil : UNNotificationSound(values.sound)
  }
  /// The number on the app's icon; `nil` leaves it unchanged.
  open var badge: NSNumber? { values.badge.map { NSNumber(value: $0) } }
  /// The category, which determines the user's possible answers.
  open var categoryIdentifier: String { values.categoryIdentifier }
  /// The identifier by which notifications are grouped; kept only by this object.
  open var threadIdentifier: String { thread }
  /// The app's own data; values that are not JSON are lost with the process.
  open var userInfo: [AnyHashable: Any] { information }
  /// The attachments, which Apple's systems show beside the text; kept only by this object.
  open var attachments: [UNNotificationAttachment] { files }
  /// The relevance among the app's notifications, from 0 to 1; kept only by this object.
  open var relevanceScore: Double { score }
  /// The text by which a Focus filters; kept only by this object.
  open var filterCriteria: String? { criteria }
  /// How much it may disturb the user.
  open var interruptionLevel: UNNotificationInterruptionLevel {
    UNNotificationInterruptionLevel(rawValue: UInt(values.interruptionLevel.rawValue)) ?? .active
  }

  open override func mutableCopy() -> Any {
    let copy = UNMutableNotificationContent()
    (copy.values, copy.information, copy.thread) = (values, information, thread)
    (copy.files, copy.score, copy.criteria) = (files, score, criteria)
    return copy
  }

  open override func copy() -> Any {
    let copy = UNNotificationContent()
    (copy.values, copy.information, copy.thread) = (values, information, thread)
    (copy.files, copy.score, copy.criteria) = (files, score, criteria)
    return copy
  }

  /// The content in the system's form.
  var scheduled: NotificationContent {
    var values = values
    // One date among the values must not cause the loss of the others.
    let members = Dictionary(
      information.compactMap { key, value in
        (key.base as? String).flatMap {
          JSONSerialization.isValidJSONObject([value]) ? ($0, value) : nil
        }
      }
    ) { first, _ in first }
    if !members.isEmpty, let json = try? JSONSerialization.data(withJSONObject: members) {
      values.userInfo = Payload(json: String(decoding: json, as: UTF8.self))
    }
    return values
  }

  /// Returns content from the system's form.
  static func delivered(_ values: NotificationContent) -> UNNotificationContent {
    let content = UNNotificationContent()
    content.values = values
    let object = values.userInfo.flatMap {
      try? JSONSerialization.jsonObject(with: Data($0.json.utf8))
    }
    content.information = object as? [String: Any] ?? [:]
    return content
  }
}

/// Content with settable members.
open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
  /// The first line.
  open override var title: String {
    get { super.title }
    set { values.title = newValue }
  }
  /// The second line.
  open override var subtitle: String {
    get { super.subtitle }
    set { values.subtitle = newValue }
  }
  /// The text.
  open override var body: String {
    get { super.body }
    set { values.body = newValue }
  }
  /// The sound; `nil`: none.
  open override var sound: UNNotificationSound? {
    get { super.sound }
    set { values.sound = newValue?.sound ?? .none }
  }
  /// The number on the app's icon; `nil` leaves it unchanged.
  open override var badge: NSNumber? {
    get { super.badge }
    set { values.badge = newValue?.intValue }
  }
  /// The category, which determines the user's possible answers.
  open override var categoryIdentifier: String {
    get { super.categoryIdentifier }
    set { values.categoryIdentifier = newValue }
  }
  /// The identifier by which notifications are grouped; kept only by this object.
  open override var threadIdentifier: String {
    get { super.threadIdentifier }
    set { thread = newValue }
  }
  /// The app's own data; values that are not JSON are lost with the process.
  open override var userInfo: [AnyHashable: Any] {
    get { super.userInfo }
    set { information = newValue }
  }
  /// The attachments, which Apple's systems show beside the text; kept only by this object.
  open override var attachments: [UNNotificationAttachment] {
    get { super.attachments }
    set { files = newValue }
  }
  /// The relevance among the app's notifications, from 0 to 1; kept only by this object.
  open override var relevanceScore: Double {
    get { super.relevanceScore }
    set { score = newValue }
  }
  /// The text by which a Focus filters; kept only by this object.
  open override var filterCriteria: String? {
    get { super.filterCriteria }
    set { criteria = newValue }
  }
  /// How much it may disturb the user.
  open override var interruptionLevel: UNNotificationInterruptionLevel {
    get { super.interruptionLevel }
    set {
      values.interruptionLevel = InterruptionLevel(rawValue: Int(newValue.rawValue)) ?? .active
    }
  }
}
