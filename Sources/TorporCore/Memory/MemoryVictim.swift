package import TorporModel

/// An app that may be ended for its memory.
///
/// The daemon, the simulator and benchmark A4 choose among these by the same two functions below.
package struct MemoryVictim: Hashable, Sendable {
  package let app: AppIdentifier
  /// Whether it is frozen, or on its way there: ended before anything that runs (ME1).
  package let isSuspended: Bool
  /// Whether it plays sound: ended last (§12, band 120).
  package let isPlaying: Bool
  /// What its end gives back, in bytes; `nil` where the kernel has not said.
  package let footprintBytes: Int64?
  package let lastOnScreen: Instant
  /// How likely it is to be opened soon, compared with the others; 0 if it does not matter.
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

  /// The loss for each byte that its end releases.
  ///
  /// An unknown size counts as a single byte, so such an app follows those of known size.
  fileprivate var lossEachByte: Double { returnChance / Double(max(1, footprintBytes ?? 1)) }

  fileprivate func isOfClass(of other: MemoryVictim) -> Bool {
    isSuspended == other.isSuspended && isPlaying == other.isPlaying
  }

  /// Returns whether it is ended before the other.
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
  /// Returns the victims in order: suspended before running (ME1) before playing, then by the order.
  package func ordered(by order: EvictionOrder) -> [MemoryVictim] {
    sorted { $0.goes(before: $1, by: order) }
  }

  /// Returns the victims that release that many bytes, or that many bytes of suspended apps only.
  package func chosen(
    freeing bytes: Int64,
    orOfSuspended suspendedBytes: Int64,
    by order: EvictionOrder
  ) -> [MemoryVictim] {
    let suspended = filter(\.isSuspended).chosen(freeing: suspendedBytes, by: order)
    var missing = bytes
    for victim in suspended {
      // The next report shows how much it releases.
      guard let size = victim.footprintBytes else { return suspended }
      missing -= size
    }
    guard missing > 0 else { return suspended }
    return suspended + filter { !$0.isSuspended }.chosen(freeing: missing, by: order)
  }

  /// Returns the victims that release that many bytes, in order.
  ///
  /// It stops at one of unknown size, because the next report shows how much that releases. In the
  /// order of least likely use, the last victim may have made an earlier one unnecessary: that one
  /// stays if it is of the same class as the last, because no victim may be of a higher class than an
  /// app that stays.
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
