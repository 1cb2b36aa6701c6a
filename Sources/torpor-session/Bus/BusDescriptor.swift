import TorporPosix

/// A descriptor that came in a message, closed with its last reference.
///
/// logind's inhibitors are such: the lock lasts as long as the descriptor is open.
final class BusDescriptor: Hashable {
  private let descriptor: Descriptor

  /// Duplicates a number that belongs to a message.
  init?(copying number: Int32) {
    let borrowed = Descriptor(owning: number)
    let copy = try? borrowed.duplicate()
    // The message closes its own.
    _ = borrowed.release()
    guard let copy else { return nil }
    descriptor = copy
  }

  var number: Int32 { descriptor.rawValue }

  static func == (one: BusDescriptor, other: BusDescriptor) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
