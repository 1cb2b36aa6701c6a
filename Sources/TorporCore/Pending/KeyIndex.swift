/// Where the work of each key lies: an open hash table of slots that costs 6 to 12 bytes a key.
///
/// The keys themselves lie in the records. An entry is a slot and six bits of its key's hash, so that
/// a stranger's record is looked at once in 64 probes. The table is iterated only to make it anew.
struct KeyIndex: Sendable {
  private var entries: ContiguousArray<UInt32> = []
  /// How many entries are not empty, counting those whose key has gone.
  private var usedCount = 0
  private(set) var count = 0
  /// The greatest key that was ever added; what is greater need not be sought.
  private var keyMax: UInt64 = 0

  private static let empty: UInt32 = 0
  /// An entry whose key has gone, in a chain that goes on after it.
  private static let gone: UInt32 = 1
  /// Slots are stored from 2 on.
  private static let firstSlot: UInt32 = 2
  private static let slotBits: UInt32 = 26
  /// 67 million pieces of work, less the two words that name none.
  static let slotCountMax = 1 << Int(slotBits) - Int(firstSlot)
  private static let entryCountMin = 16

  /// Stafford's thirteenth mix of 64 bits: keys count upwards, and every bit of them must tell.
  private static func hash(_ key: UInt64) -> UInt64 {
    var mixed = key
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  private static func entry(_ slot: UInt32, _ hash: UInt64) -> UInt32 {
    (slot &+ firstSlot) | UInt32(truncatingIfNeeded: hash >> 58) &<< slotBits
  }

  private static func slot(_ entry: UInt32) -> UInt32 {
    (entry & (1 << slotBits - 1)) &- firstSlot
  }

  /// The slot of a key.
  func find(_ key: UInt64, in records: RecordPages) -> UInt32? {
    // Most callers count upwards, and a look at the table is a wait for memory.
    guard count > 0, key <= keyMax else { return nil }
    let hash = KeyIndex.hash(key)
    let tag = UInt32(truncatingIfNeeded: hash >> 58)
    return entries.withUnsafeBufferPointer { entries in
      let mask = entries.count &- 1
      var position = Int(truncatingIfNeeded: hash) & mask
      while true {
        let entry = entries[position]
        if entry == KeyIndex.empty { return nil }
        if entry &>> KeyIndex.slotBits == tag, entry != KeyIndex.gone {
          let slot = KeyIndex.slot(entry)
          if records[slot].key == key { return slot }
        }
        position = (position &+ 1) & mask
      }
    }
  }

  /// Adds a key that is not in the table.
  mutating func insert(_ key: UInt64, slot: UInt32, in records: RecordPages) {
    // Two thirds full at most: chains stay at two or three entries.
    if (usedCount + 1) * 3 > entries.count * 2 { rebuild(in: records) }
    place(key, slot)
    count += 1
    keyMax = max(keyMax, key)
  }

  private mutating func place(_ key: UInt64, _ slot: UInt32) {
    let hash = KeyIndex.hash(key)
    let addsUse = entries.withUnsafeMutableBufferPointer { entries in
      let mask = entries.count &- 1
      var position = Int(truncatingIfNeeded: hash) & mask
      while entries[position] > KeyIndex.gone { position = (position &+ 1) & mask }
      defer { entries[position] = KeyIndex.entry(slot, hash) }
      return entries[position] == KeyIndex.empty
    }
    if addsUse { usedCount += 1 }
  }

  /// Removes a key that is in the table, whose slot is known.
  mutating func remove(_ key: UInt64, slot: UInt32) {
    let hash = KeyIndex.hash(key)
    let sought = KeyIndex.entry(slot, hash)
    count -= 1
    usedCount -= entries.withUnsafeMutableBufferPointer { entries in
      let mask = entries.count &- 1
      var position = Int(truncatingIfNeeded: hash) & mask
      while entries[position] != sought {
        precondition(entries[position] != KeyIndex.empty, "the key is in the table")
        position = (position &+ 1) & mask
      }
      guard entries[(position &+ 1) & mask] == KeyIndex.empty else {
        entries[position] = KeyIndex.gone
        return 0
      }
      // The chain ends here, so that what has gone before its end is of no more use.
      var freed = 0
      repeat {
        entries[position] = KeyIndex.empty
        freed &+= 1
        position = (position &- 1) & mask
      } while entries[position] == KeyIndex.gone
      return freed
    }
  }

  /// Makes the table anew, half full at most.
  private mutating func rebuild(in records: RecordPages) {
    let old = entries
    var size = KeyIndex.entryCountMin
    while size < (count + 1) * 2 { size *= 2 }
    entries = ContiguousArray(repeating: KeyIndex.empty, count: size)
    usedCount = 0
    for entry in old where entry > KeyIndex.gone {
      let slot = KeyIndex.slot(entry)
      place(records[slot].key, slot)
    }
  }
}
