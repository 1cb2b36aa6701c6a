import TorporPosix

/// A descriptor from a message, closed with its last reference.
///
/// logind's inhibitors are such descriptors: the lock lasts as long as the descriptor is open.
final class BusDescriptor: Hashable {
  private let descriptor: Descriptor

  /// Duplicates a descriptor that belongs to a message.
  init?(copying number: Int32) {
    let borrowed = Descriptor(owning: number)
    let copy = try? borrowed.duplicate()
    // The message closes its own descriptor.
    _ = borrowed.release()
    guard let copy else { return nil }
    descriptor = copy
  }

  var number: Int32 { descriptor.rawValue }

  static func == (one: BusDescriptor, other: BusDescriptor) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
