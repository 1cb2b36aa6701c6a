package import TorporModel

/// An app that may be ended for its memory.
///
/// The daemon, the simulator and benchmark A4 choose among these by the same two functions below.
package struct MemoryVictim: Hashable, Sendable {
  package let app: AppIdentifier
  /// Whether it is frozen, or on its way there: ended before anything that runs (ME1).
  package let isSuspended: Bool
  /// Whether it sounds: ended last (§12, band 120).
  package let isPlaying: Bool
  /// What its end gives back, in bytes; `nil` where the kernel has not said.
  package let footprintBytes: Int64?
  package let lastOnScreen: Instant
  /// How likely it is to be opened soon, against the others; 0 where that does not matter.
  package let returnChance: Double

  package init(
    app: AppIdentifier,
    isSuspended: Bool,
    isPlaying: Bool,
    footprintBytes: Int64?,
    lastOnScreen: Instant,
    returnChance: Double = 0
  ) {
    self.app = app
    self.isSuspended = isSuspended
    self.isPlaying = isPlaying
    self.footprintBytes = footprintBytes
    self.lastOnScreen = lastOnScreen
    self.returnChance = returnChance
  }

  /// What is lost for each byte that its end gives back.
  ///
  /// One of unknown size is taken for a single byte, and so goes after those whose size is known.
  fileprivate var lossEachByte: Double { returnChance / Double(max(1, footprintBytes ?? 1)) }

  fileprivate func isOfClass(of other: MemoryVictim) -> Bool {
    isSuspended == other.isSuspended && isPlaying == other.isPlaying
  }

  /// Whether it goes before the other.
  fileprivate func goes(before other: MemoryVictim, by order: EvictionOrder) -> Bool {
    if isSuspended != other.isSuspended { return isSuspended }
    if isPlaying != other.isPlaying { return other.isPlaying }
    let (size, otherSize) = (footprintBytes ?? 0, other.footprintBytes ?? 0)
    switch order {
    case .largestFirst where size != otherSize: return size > otherSize
    case .leastLikelyUsedFirst where lossEachByte != other.lossEachByte:
      return lossEachByte < other.lossEachByte
    case .largestFirst, .leastRecentlyUsedFirst, .leastLikelyUsedFirst:
      return (lastOnScreen, app) < (other.lastOnScreen, other.app)
    }
  }
}

extension [MemoryVictim] {
  /// The first to go first: suspended before running (ME1) before sounding, then by the order.
  package func ordered(by order: EvictionOrder) -> [MemoryVictim] {
    sorted { $0.goes(before: $1, by: order) }
  }

  /// Those who go so that so many bytes come free, or so many of suspended apps alone.
  package func chosen(
    freeing bytes: Int64,
    orOfSuspended suspendedBytes: Int64,
    by order: EvictionOrder
  ) -> [MemoryVictim] {
    let suspended = filter(\.isSuspended).chosen(freeing: suspendedBytes, by: order)
    var missing = bytes
    for victim in suspended {
      // What it gives back is for the next report to say.
      guard let size = victim.footprintBytes else { return suspended }
      missing -= size
    }
    guard missing > 0 else { return suspended }
    return suspended + filter { !$0.isSuspended }.chosen(freeing: missing, by: order)
  }

  /// Those who go so that so many bytes come free, the first to go first.
  ///
  /// It stops at one of unknown size, for what that gives back is for the next report to say. Where
  /// those who are missed least go, the last of them may have made an earlier one needless: that one
  /// stays, if it is of the same class as the last, for nobody goes who is of a higher class than
  /// somebody who stays.
  package func chosen(freeing bytes: Int64, by order: EvictionOrder) -> [MemoryVictim] {
    var chosen: [MemoryVictim] = []
    var missing = bytes
    for victim in ordered(by: order) {
      guard missing > 0 else { break }
      chosen.append(victim)
      missing = victim.footprintBytes.map { missing - $0 } ?? 0
    }
    guard order == .leastLikelyUsedFirst, let last = chosen.last else { return chosen }
    var excess = -missing
    for place in chosen.indices.reversed() {
      guard let size = chosen[place].footprintBytes, size <= excess,
        chosen[place].isOfClass(of: last)
      else { continue }
      excess -= size
      chosen.remove(at: place)
    }
    return chosen
  }
}
