import TorporWire

/// Splits a stream of JSON texts into arrays; only arrays count, and everything between them is skipped.
struct JSONStream {
  /// The stream is not JSON, or an array is too long; it cannot be read any further.
  struct Fault: Error, Hashable {}

  private let bytesMax: Int
  private var buffer: [UInt8] = []
  /// The position up to which the buffer was examined, so that no byte is examined twice.
  private var looked = 0
  private var depth = 0
  private var isInText = false
  private var isEscaped = false

  /// Makes a stream with the limit of one array, in bytes.
  init(arrayBytesMax: Int) { bytesMax = arrayBytesMax }

  mutating func append(_ bytes: [UInt8]) { buffer += bytes }

  /// Returns the next complete array; `nil`: more bytes must arrive first.
  mutating func next() throws(Fault) -> JSON? {
    while looked < buffer.count {
      let byte = buffer[looked]
      looked += 1
      guard step(byte) else { continue }
      defer {
        buffer.removeFirst(looked)
        looked = 0
      }
      do throws(JSONSyntaxError) {
        return try JSON(parsing: buffer[..<looked])
      } catch {
        throw Fault()
      }
    }
    if depth == 0 {
      buffer = []
      looked = 0
    }
    guard buffer.count <= bytesMax else { throw Fault() }
    return nil
  }

  /// Returns whether an array ends with the byte.
  private mutating func step(_ byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if isInText {
      isEscaped = byte == UInt8(ascii: "\\")
      isInText = byte != UInt8(ascii: "\"")
    } else {
      switch byte {
      case UInt8(ascii: "\""): isInText = depth > 0
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth = max(0, depth - 1)
        return depth == 0
      default: break
      }
    }
    return false
  }
}
