internal import TorporPosix

/// The ways in which this daemon can have memory of frozen apps written to swap.
package enum PageOutSupport {
  /// Why there is none; `nil` where there is one.
  ///
  /// A group that the kernel counts the memory of can be told to give some of it back by any process that may write
  /// its files, which takes no right beside that.
  package static func unavailableReason(_ features: GroupFeatures?) -> String? {
    if features?.hasReclaim == true { return nil }
    return ProcessMemory.unavailableReason().map {
      "\($0), and its groups have no memory.reclaim (the memory controller and Linux 5.19)"
    }
  }
}
