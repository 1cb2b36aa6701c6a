import TorporModel

/// An app that a page has shown to its user, who then asks something of it.
enum ShownApp {
  /// Names the app with that identifier, and none that has the text as its name: what was shown may be gone.
  static func exactName(_ identifier: String) -> String {
    "\(AppIdentifier.exactMark)\(identifier)"
  }
}
