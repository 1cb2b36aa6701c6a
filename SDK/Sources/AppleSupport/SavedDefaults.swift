internal import Foundation

/// The app's defaults, which Foundation for Linux keeps in memory until it is told to write them.
///
/// On Apple's systems another process has them at once, so that no app writes them before it is suspended, and a
/// suspended app is ended without notice.
package enum SavedDefaults {
  /// Writes what was set; called wherever the app lets itself be suspended.
  package static func write() { UserDefaults.standard.synchronize() }
}
