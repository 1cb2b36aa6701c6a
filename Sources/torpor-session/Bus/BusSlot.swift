import CSystemd

/// Something that sd-bus calls back for, as long as this object lives.
final class BusSlot {
  /// What sd-bus holds a pointer to; it lives as long as the slot.
  private final class Box {
    let handler: (OpaquePointer) -> Void

    init(_ handler: @escaping (OpaquePointer) -> Void) { self.handler = handler }
  }

  typealias Callback =
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<sd_bus_error>?
    ) -> Int32

  private let box: Box
  private var pointer: OpaquePointer?

  /// `add` registers the callback with the context and fills in the slot.
  ///
  /// `isHandled`: whether a message is done with once the handler has seen it; one that is not goes on
  /// to others that wait for it.
  ///
  /// - Throws: `BusFailure.malformed` naming the operation.
  init(
    _ operation: String,
    isHandled: Bool = false,
    handler: @escaping (OpaquePointer) -> Void,
    add: (inout OpaquePointer?, @escaping Callback, UnsafeMutableRawPointer) -> Int32
  ) throws(BusFailure) {
    box = Box(handler)
    let context = Unmanaged.passUnretained(box).toOpaque()
    let callback: Callback = isHandled ? BusSlot.handle : BusSlot.pass
    try BusFailure.check(add(&pointer, callback, context), operation)
  }

  deinit { sd_bus_slot_unref(pointer) }

  /// The answer to the request for a match; one that failed shows in that nothing comes.
  static let ignore: Callback = { _, _, _ in 0 }

  private static let pass: Callback = { message, context, _ in run(message, context, result: 0) }
  private static let handle: Callback = { message, context, _ in run(message, context, result: 1) }

  private static func run(
    _ message: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    result: Int32
  ) -> Int32 {
    guard let message, let context else { return 0 }
    // Held while it runs, for the handler may drop the slot.
    let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
    box.handler(message)
    return result
  }
}
