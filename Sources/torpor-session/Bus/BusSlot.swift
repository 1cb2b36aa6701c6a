import CSystemd

/// A registered callback of sd-bus, as long as this object lives.
final class BusSlot {
  /// The object to which sd-bus holds a pointer; it lives as long as the slot.
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

  /// Registers a callback: `add` registers it with the context and fills in the slot.
  ///
  /// `isHandled`: whether the handler completes the handling of a message; otherwise it is passed on to other
  /// recipients.
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

  /// The callback for the answer to a match request; after a failed one, no signals arrive.
  static let ignore: Callback = { _, _, _ in 0 }

  private static let pass: Callback = { message, context, _ in run(message, context, result: 0) }
  private static let handle: Callback = { message, context, _ in run(message, context, result: 1) }

  private static func run(
    _ message: OpaquePointer?,
    _ context: UnsafeMutableRawPointer?,
    result: Int32
  ) -> Int32 {
    guard let message, let context else { return 0 }
    // Retained while it runs, because the handler may drop the slot.
    let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
    box.handler(message)
    return result
  }
}
