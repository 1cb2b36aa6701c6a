internal import CAppleRuntime

/// Memory that the app has freed and the C library keeps for it.
package enum FreedMemory {
  /// Returns the memory to the system: an app that is about to be suspended does not need it, and would be ended
  /// because of it when memory is short.
  package static func giveBack() { torpor_give_back_memory() }
}
