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

/// An order to write memory of a frozen group away.
package struct PageOutOrder: Hashable, Sendable, Saved {
  package let launch: LaunchIdentifier
  /// How much swap it may fill, in bytes; the last piece may go a little beyond.
  package let bytesMax: Int64
  /// Whether memory is short, so that it goes as fast as it can, also on from an order that is under way;
  /// `nil`: it goes at leisure, and gives way to processes that wait.
  package let isUrgent: Bool?

  package init(launch: LaunchIdentifier, bytesMax: Int64, isUrgent: Bool? = nil) {
    self.launch = launch
    self.bytesMax = bytesMax
    self.isUrgent = isUrgent
  }
}

/// What came of an order to page out.
package struct PageOutReport: Hashable, Sendable, Saved {
  /// What the group has given back of memory, in bytes: pages of files that were clean as well.
  package var freedBytes: Int64
  /// What of it fills swap now, in bytes.
  package var writtenBytes: Int64
  /// Whether nothing of the group is left that would go.
  package var isComplete: Bool
  /// How swap stands after it; `nil` where there is none any more.
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
  /// How much may be read, in bytes.
  package let bytesMax: Int64
  /// How much of the machine's memory must stay available, in permille: less, and nothing more is read.
  package let availablePermilleMin: Int

  package init(launch: LaunchIdentifier, bytesMax: Int64, availablePermilleMin: Int) {
    self.launch = launch
    self.bytesMax = bytesMax
    self.availablePermilleMin = availablePermilleMin
  }
}

/// What came of an order to read memory back.
package struct ReadBackReport: Hashable, Sendable, Saved {
  /// What of the group is in memory again that stood in swap, in bytes.
  package var readBytes: Int64

  package init(readBytes: Int64) { self.readBytes = readBytes }
}

/// What a thawed group that was paged out had to wait for.
package struct PageInReport: Hashable, Sendable, Saved {
  /// Page faults that waited for a disk, in the first seconds after the thaw.
  package var majorFaults: Int64
  /// How swap stands after it; `nil` where there is none any more.
  package var swap: SwapState?

  package init(majorFaults: Int64, swap: SwapState?) {
    self.majorFaults = majorFaults
    self.swap = swap
  }
}
