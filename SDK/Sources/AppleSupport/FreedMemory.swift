internal import CAppleRuntime

/// What the app has freed and the C library keeps for it.
package enum FreedMemory {
  /// Gives it back to the system: an app that is about to be suspended has no use for it, and is ended for it where memory is
  /// short.
  package static func giveBack() { torpor_give_back_memory() }
}
