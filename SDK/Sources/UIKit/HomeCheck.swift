internal import Foundation

/// Checks whether Foundation uses the app's container as its home.
///
/// libTorporHome sets it before Foundation is initialised, which depends on the order in which the toolset file links
/// both.
enum HomeCheck {
  /// Returns the problem, for the app's developer; `nil`: there is none.
  static func complaint(
    container: String? = ProcessInfo.processInfo.environment["TORPOR_CONTAINER"],
    home: String = NSHomeDirectory()
  ) -> String? {
    guard let container, container.hasPrefix("/"), container != home else { return nil }
    return
      "torpor: The app's files are in \(home) and not in its container, \(container): libTorporHome was not loaded, or "
      + "after Foundation. Link the app with the options of the SDK's toolset.json, unchanged.\n"
  }
}
