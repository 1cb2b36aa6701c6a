import TorporModel

/// The slot of each app: an open hash table that is queried several times for each event.
///
/// A dictionary hashes with a key of the process, which costs more than most of the work for an event.
/// Here the hash is the same on every device, because the core has no randomness: users could choose
/// the identifiers of their apps so that all are in one chain. A look-up of another app there passes
/// them all, which takes some tens of microseconds with as many apps as one user may have; the result
/// is still correct. The table is never iterated, so no order depends on its hash.
struct SlotIndex: Sendable {
  private struct Entry {
    let app: AppIdentifier
    let slot: Int
  }

  /// A power of two of places, at most half of them occupied: chains have one or two entries.
  private var places: ContiguousArray<Entry?> = []
  private(set) var count = 0

  private static let placesMin = 16

  /// The slot of an app; `nil` if there is none.
  subscript(app: AppIdentifier) -> Int? {
    guard count > 0 else { return nil }
    return places[place(of: app)]?.slot
  }

  /// Adds an app, or changes the slot of an existing one.
  mutating func insert(_ app: AppIdentifier, slot: Int) {
    if (count + 1) * 2 > places.count { grow() }
    let place = place(of: app)
    if places[place] == nil { count += 1 }
    places[place] = Entry(app: app, slot: slot)
  }

  mutating func remove(_ app: AppIdentifier) {
    guard count > 0 else { return }
    var gap = place(of: app)
    guard places[gap] != nil else { return }
    places[gap] = nil
    count -= 1
    // The following entries move up if the gap is on their path.
    var position = next(gap)
    while let entry = places[position] {
      let home = home(of: entry.app)
      let mask = places.count - 1
      if (position - home) & mask >= (position - gap) & mask {
        places[gap] = entry
        places[position] = nil
        gap = position
      }
      position = next(position)
    }
  }

  /// Returns the place of the app, or the empty place where it would be inserted.
  private func place(of app: AppIdentifier) -> Int {
    var position = home(of: app)
    while let other = places[position]?.app, other != app { position = next(position) }
    return position
  }

  private func next(_ position: Int) -> Int { (position + 1) & (places.count - 1) }

  private func home(of app: AppIdentifier) -> Int {
    Int(truncatingIfNeeded: app.mixed) & (places.count - 1)
  }

  private mutating func grow() {
    let before = places
    places = ContiguousArray(
      repeating: nil,
      count: max(Self.placesMin, before.count * 2)
    )
    for case let entry? in before { places[place(of: entry.app)] = entry }
  }
}

extension AppIdentifier {
  /// A number that differs between most identifiers; the same in every process of a machine.
  fileprivate var mixed: UInt64 {
    text.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).mixed }
      ?? Array(text.utf8).withUnsafeBytes { $0.mixed }
  }
}

extension UnsafeRawBufferPointer {
  /// Eight bytes at a time.
  ///
  /// Identifiers differ mostly in their last bytes, which only the upper half of a product moves to its lowest bits.
  fileprivate var mixed: UInt64 {
    var sum = UInt64(truncatingIfNeeded: count)
    var offset = 0
    while offset + 8 <= count {
      sum = (sum ^ loadUnaligned(fromByteOffset: offset, as: UInt64.self)).folded
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < count {
      rest = rest << 8 | UInt64(self[offset])
      offset += 1
    }
    return (sum ^ rest).folded
  }
}

extension UInt64 {
  /// Both halves of its product with the odd number next to 2^64 by the golden ratio (Knuth, The Art of Computer
  /// Programming, 6.4).
  fileprivate var folded: UInt64 {
    let product = multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }
}
