import Glibc
import TorporModel
import TorporPosix

/// The page that the app's process reads the time from: where the device stands on its time line, in nanoseconds.
///
/// It is written before anything that happens at the moment is told to the app, so that no code of the app runs at an
/// earlier one.
final class ClockPage {
  private let nanoseconds: UnsafeMutablePointer<Int64>

  /// Maps the page.
  ///
  /// - Throws: `SystemError` where the descriptor is none that can be mapped.
  init(descriptor: Int32) throws(SystemError) {
    let page = mmap(nil, Self.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let page, page != MAP_FAILED else {
      throw SystemError(operation: "map", subject: "the page of the clock", code: errno)
    }
    nanoseconds = page.assumingMemoryBound(to: Int64.self)
  }

  /// One page of every Linux.
  private static let bytes = 4096

  /// The device stands at that moment.
  func show(_ moment: Instant) {
    // An aligned word is written as one, and the message about it goes through the kernel, which orders both.
    nanoseconds.pointee = moment.nanoseconds
  }
}
