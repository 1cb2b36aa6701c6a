import TorporModel

/// The compact form: time, the classes in use, and four integers for each piece, in order of insertion.
///
/// Sets and tables are made anew from it. The form of a store depends on what it holds, not on how
/// that came about, so that equal stores have equal bytes.
extension PendingStore: Codable {
  private enum Field: String, CodingKey {
    case now, classes, work
  }

  private struct ClassForm: Hashable, Codable {
    let requirement: Requirement
    let holds: Bool
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Field.self)
    self.init(now: try container.decode(Instant.self, forKey: .now))
    let classes = try container.decode([ClassForm].self, forKey: .classes)
    for form in classes {
      setHolds(RequirementClass(number: addClass(for: form.requirement)), form.holds)
    }
    var numbers = try container.nestedUnkeyedContainer(forKey: .work)
    while !numbers.isAtEnd {
      let key = UInt64(bitPattern: try numbers.decode(Int64.self))
      let index = try numbers.decode(Int.self)
      let notBefore = try numbers.decodeNil() ? nil : numbers.decode(Instant.self)
      let latest = try numbers.decodeNil() ? nil : numbers.decode(Instant.self)
      guard classes.indices.contains(index), self[key: key] == nil else {
        throw DecodingError.dataCorruptedError(
          in: numbers,
          debugDescription: "Work \(key) is there twice, or has class \(index) of \(classes.count)."
        )
      }
      insert(
        PendingWork(
          key: key,
          requirement: classes[index].requirement,
          notBefore: notBefore,
          latest: latest
        )
      )
    }
    guard requirements.count == classes.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .classes,
        in: container,
        debugDescription: "A class is there twice, or has no work."
      )
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Field.self)
    try container.encode(now, forKey: .now)
    let classes = requirements
    try container.encode(
      classes.map { ClassForm(requirement: $0.requirement, holds: holds($0.requirementClass)) },
      forKey: .classes
    )
    var places = [Int](repeating: 0, count: table.classes.count)
    for (place, item) in classes.enumerated() { places[item.requirementClass.number] = place }
    var numbers = container.nestedUnkeyedContainer(forKey: .work)
    for record in table.inOrderOfInsertion() {
      try numbers.encode(Int64(bitPattern: record.key))
      try numbers.encode(places[record.classNumber])
      try numbers.encode(record.begin, unless: PendingRecord.anyTime)
      try numbers.encode(record.latest, unless: PendingRecord.never)
    }
  }
}

extension UnkeyedEncodingContainer {
  fileprivate mutating func encode(_ nanoseconds: Int64, unless none: Int64) throws {
    if nanoseconds == none { try encodeNil() } else { try encode(nanoseconds) }
  }
}

extension PendingStore: Hashable {
  /// Whether both hold the same work in the same order, with the same conditions, at the same time.
  package static func == (left: PendingStore, right: PendingStore) -> Bool {
    guard left.now == right.now, left.count == right.count else { return false }
    let (these, those) = (left.requirements, right.requirements)
    guard these.map(\.requirement) == those.map(\.requirement),
      these.map({ left.holds($0.requirementClass) })
        == those.map({ right.holds($0.requirementClass) })
    else { return false }
    return left.inOrderOfInsertion == right.inOrderOfInsertion
  }

  /// All work, in the order in which it was inserted.
  private var inOrderOfInsertion: [PendingWork<Requirement>] {
    table.inOrderOfInsertion().map { work($0) }
  }

  /// Hashes the little that is cheap to have.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(now)
    hasher.combine(count)
  }
}
