internal import Foundation

/// The app's defaults, which Foundation for Linux keeps in memory until it is told to write them.
///
/// On Apple's systems, another process receives them at once, so apps do not write them before they are suspended, and
/// a suspended app is ended without notice.
package enum SavedDefaults {
  /// Writes the defaults; called wherever the app lets itself be suspended.
  package static func write() { UserDefaults.standard.synchronize() }
}
