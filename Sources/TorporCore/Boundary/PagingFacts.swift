package import TorporModel

/// Where the kernel can write unused memory.
package struct SwapState: Hashable, Sendable, Saved {
  package var freeBytes: Int64
  package var totalBytes: Int64

  package init(freeBytes: Int64, totalBytes: Int64) {
    self.freeBytes = freeBytes
    self.totalBytes = totalBytes
  }
}

/// An order to write memory of a frozen group to swap.
package struct PageOutOrder: Hashable, Sendable, Saved {
  package let launch: LaunchIdentifier
  /// The maximum swap that it may fill, in bytes; the last piece may exceed it slightly.
  package let bytesMax: Int64
  /// Whether memory is short, so that it runs as fast as it can, also continuing an order in progress;
  /// `nil`: it runs slowly, and gives way to waiting processes.
  package let isUrgent: Bool?

  package init(launch: LaunchIdentifier, bytesMax: Int64, isUrgent: Bool? = nil) {
    self.launch = launch
    self.bytesMax = bytesMax
    self.isUrgent = isUrgent
  }
}

/// The result of an order to page out.
package struct PageOutReport: Hashable, Sendable, Saved {
  /// The memory that the group released, in bytes, including clean pages of files.
  package var freedBytes: Int64
  /// The part of it that is now in swap, in bytes.
  package var writtenBytes: Int64
  /// Whether the group has no memory left that could be written.
  package var isComplete: Bool
  /// The state of swap afterwards; `nil` if there is none any more.
  package var swap: SwapState?

  package init(freedBytes: Int64, writtenBytes: Int64, isComplete: Bool, swap: SwapState?) {
    self.freedBytes = freedBytes
    self.writtenBytes = writtenBytes
    self.isComplete = isComplete
    self.swap = swap
  }
}

/// An order to read memory of a frozen group back from swap, before the group needs it.
package struct ReadBackOrder: Hashable, Sendable, Saved {
  package let launch: LaunchIdentifier
  /// The maximum to read, in bytes.
  package let bytesMax: Int64
  /// The share of the machine's memory that must stay available, in permille: below it, reading stops.
  package let availablePermilleMin: Int

  package init(launch: LaunchIdentifier, bytesMax: Int64, availablePermilleMin: Int) {
    self.launch = launch
    self.bytesMax = bytesMax
    self.availablePermilleMin = availablePermilleMin
  }
}

/// The result of an order to read memory back.
package struct ReadBackReport: Hashable, Sendable, Saved {
  /// The memory of the group that was read back from swap, in bytes.
  package var readBytes: Int64

  package init(readBytes: Int64) { self.readBytes = readBytes }
}

/// The waits of a thawed group that had been paged out.
package struct PageInReport: Hashable, Sendable, Saved {
  /// Page faults that waited for a disk, in the first seconds after the thaw.
  package var majorFaults: Int64
  /// The state of swap afterwards; `nil` if there is none any more.
  package var swap: SwapState?

  package init(majorFaults: Int64, swap: SwapState?) {
    self.majorFaults = majorFaults
    self.swap = swap
  }
}
