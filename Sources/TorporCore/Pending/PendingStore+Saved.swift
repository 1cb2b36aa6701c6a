package import TorporModel

/// The compact form: time, the classes in use, and four integers for each piece, in order of insertion.
///
/// Sets and tables are made anew from it. The form of a store depends on what it holds, not on how
/// that came about, so that equal stores have equal bytes.
extension PendingStore: Saved where Requirement: Saved {
  fileprivate struct ClassForm: Hashable, Saved {
    let requirement: Requirement
    let holds: Bool
  }

  package func write(to writer: inout SavedWriter) {
    let classes = requirements
    writer.beginObject()
    writer.key("classes")
    classes.map { ClassForm(requirement: $0.requirement, holds: holds($0.requirementClass)) }
      .write(to: &writer)
    writer.key("now")
    now.write(to: &writer)
    writer.key("work")
    writer.beginArray()
    var places = [Int](repeating: 0, count: table.classes.count)
    for (place, item) in classes.enumerated() { places[item.requirementClass.number] = place }
    for record in table.inOrderOfInsertion() {
      writer.element(Int64(bitPattern: record.key))
      writer.element(places[record.classNumber])
      writer.element(record.begin == PendingRecord.anyTime ? nil : record.begin)
      writer.element(record.latest == PendingRecord.never ? nil : record.latest)
    }
    writer.endArray()
    writer.endObject()
  }

  package init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("classes")
    let start = reader.place
    let classes = try [ClassForm](from: &reader)
    try reader.key("now")
    self.init(now: try Instant(from: &reader))
    for form in classes {
      setHolds(RequirementClass(number: addClass(for: form.requirement)), form.holds)
    }
    try reader.key("work")
    try reader.beginArray()
    while try reader.hasElement() {
      let place = reader.place
      let key = UInt64(bitPattern: try Int64(from: &reader))
      let index = try reader.element(Int.self)
      let notBefore = try reader.element(Instant?.self)
      let latest = try reader.element(Instant?.self)
      guard classes.indices.contains(index), self[key: key] == nil else {
        throw SavedFailure(
          "work \(key) is there twice, or has class \(index) of \(classes.count)",
          at: place
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
      throw SavedFailure("a class is there twice, or has no work", at: start)
    }
    try reader.endObject()
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

// MARK: - Saved, written by scripts/generate-saved

extension PendingStore.ClassForm {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    writer.key("holds")
    holds.write(to: &writer)
    writer.key("requirement")
    requirement.write(to: &writer)
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("holds")
    holds = try Bool(from: &reader)
    try reader.key("requirement")
    requirement = try Requirement(from: &reader)
    try reader.endObject()
  }
}
