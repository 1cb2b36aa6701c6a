public import Foundation
internal import Torpor

/// The options of an action.
public struct UNNotificationActionOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Makes a set of options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The device must be unlocked for the action.
  public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
  /// The action is shown as one that cannot be undone.
  public static let destructive = UNNotificationActionOptions(rawValue: 2)
  /// The action opens the app.
  public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

/// A button of a notification.
open class UNNotificationAction: NSObject, @unchecked Sendable {
  /// Its name within the app.
  public let identifier: String
  /// The title of the button.
  public let title: String
  /// The options of the action.
  public let options: UNNotificationActionOptions

  /// Makes a button.
  public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
    self.identifier = identifier
    self.title = title
    self.options = options
  }

  fileprivate var takesText: Bool { false }

  var scheduled: NotificationAction {
    NotificationAction(
      identifier: identifier,
      title: title,
      options: NotificationActionOptions(rawValue: Int(options.rawValue)),
      takesText: takesText
    )
  }
}

/// A button with a field for a text.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
  /// The title of the button beside the field.
  public let textInputButtonTitle: String
  /// The placeholder in the empty field.
  public let textInputPlaceholder: String

  /// Makes a button.
  public init(
    identifier: String,
    title: String,
    options: UNNotificationActionOptions = [],
    textInputButtonTitle: String,
    textInputPlaceholder: String
  ) {
    self.textInputButtonTitle = textInputButtonTitle
    self.textInputPlaceholder = textInputPlaceholder
    super.init(identifier: identifier, title: title, options: options)
  }

  override fileprivate var takesText: Bool { true }
}

/// The options of a category.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Makes a set of options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The delegate is called when the user dismisses a notification.
  public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
}

/// The user's possible answers to the notifications of a category.
open class UNNotificationCategory: NSObject, @unchecked Sendable {
  /// Its name within the app.
  public let identifier: String
  /// The buttons, in order.
  public let actions: [UNNotificationAction]
  /// The intents for Siri.
  public let intentIdentifiers: [String]
  /// The options of the category.
  public let options: UNNotificationCategoryOptions

  /// Makes a category.
  public init(
    identifier: String,
    actions: [UNNotificationAction],
    intentIdentifiers: [String],
    options: UNNotificationCategoryOptions = []
  ) {
    self.identifier = identifier
    self.actions = actions
    self.intentIdentifiers = intentIdentifiers
    self.options = options
  }

  /// Makes a category; the text is for notifications with hidden content, which are not shown here.
  public convenience init(
    identifier: String,
    actions: [UNNotificationAction],
    intentIdentifiers: [String],
    hiddenPreviewsBodyPlaceholder: String,
    options: UNNotificationCategoryOptions = []
  ) {
    self.init(
      identifier: identifier,
      actions: actions,
      intentIdentifiers: intentIdentifiers,
      options: options
    )
    placeholder = hiddenPreviewsBodyPlaceholder
  }

  /// The text in place of hidden content; kept only by this object.
  open var hiddenPreviewsBodyPlaceholder: String { placeholder }
  private var placeholder = ""

  var scheduled: NotificationCategory {
    NotificationCategory(
      identifier: identifier,
      actions: actions.map(\.scheduled),
      options: options.contains(.customDismissAction) ? .customDismissAction : []
    )
  }
}
