package import TorporModel

/// The apps of the device, each in a slot that stays its own for as long as it is installed.
package struct AppTable: Hashable, Sendable {
  /// The most apps, running or not; our choice: ten times what a full phone holds.
  package static let countMax = 4096

  private var slots: [AppRecord?] = []
  private var freeSlots: [Int] = []
  private var slotOfApp: [AppIdentifier: Int] = [:]
  private var slotOfLaunch: [LaunchIdentifier: Int] = [:]

  package init() {}

  package var count: Int { slotOfApp.count }

  /// Every slot in use, in ascending order.
  package var usedSlots: [Int] { slots.indices.filter { slots[$0] != nil } }

  /// Every app, in the order of identifiers.
  package var records: [AppRecord] {
    slots.compactMap { $0 }.sorted { $0.identifier < $1.identifier }
  }

  package func slot(of app: AppIdentifier) -> Int? { slotOfApp[app] }

  package func slot(of launch: LaunchIdentifier) -> Int? { slotOfLaunch[launch] }

  package subscript(app: AppIdentifier) -> AppRecord? { slotOfApp[app].flatMap { slots[$0] } }

  package subscript(slot slot: Int) -> AppRecord? {
    slots.indices.contains(slot) ? slots[slot] : nil
  }

  /// Adds an app that is not there yet and returns its slot.
  package mutating func insert(_ record: AppRecord) -> Int {
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(record) } else { slots[slot] = record }
    slotOfApp[record.identifier] = slot
    index(record, in: slot)
    return slot
  }

  package mutating func remove(slot: Int) {
    guard let record = slots[slot] else { return }
    slotOfApp[record.identifier] = nil
    if let launch = record.process.launch { slotOfLaunch[launch] = nil }
    slots[slot] = nil
    freeSlots.append(slot)
  }

  /// Changes the app in the slot, in place; does nothing for an empty slot.
  package mutating func update(slot: Int, _ change: (inout AppRecord) -> Void) {
    guard slots.indices.contains(slot), slots[slot] != nil else { return }
    let before = slots[slot]?.process.launch
    slots[slot].mutate(change)
    let after = slots[slot]?.process.launch
    guard before != after else { return }
    if let before { slotOfLaunch[before] = nil }
    if let after { slotOfLaunch[after] = slot }
  }

  private mutating func index(_ record: AppRecord, in slot: Int) {
    if let launch = record.process.launch { slotOfLaunch[launch] = slot }
  }
}

extension Optional {
  /// Changes the value in place, so that nothing of it is copied.
  fileprivate mutating func mutate(_ change: (inout Wrapped) -> Void) {
    guard case .some(var value) = self else { return }
    self = nil  // So that the value below is the only reference to its arrays.
    change(&value)
    self = value
  }
}

extension AppTable: Codable {
  private enum CodingKeys: String, CodingKey { case slots, freeSlots }

  /// Reads the slots and builds the indexes anew.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    slots = try container.decode([AppRecord?].self, forKey: .slots)
    freeSlots = try container.decode([Int].self, forKey: .freeSlots)
    for (slot, record) in slots.enumerated() {
      guard let record else { continue }
      slotOfApp[record.identifier] = slot
      index(record, in: slot)
    }
  }

  /// Writes the slots; the indexes follow from them.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(slots, forKey: .slots)
    try container.encode(freeSlots, forKey: .freeSlots)
  }
}
