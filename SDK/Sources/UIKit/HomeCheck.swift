internal import Foundation

/// Looks whether Foundation has taken the app's container for its home.
///
/// libTorporHome says so before Foundation is initialised, which holds in the order in which the toolset file links both.
enum HomeCheck {
  /// What is wrong, for the app's developer; `nil`: nothing.
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
