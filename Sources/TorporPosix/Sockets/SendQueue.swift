/// Bytes on their way out, with the descriptors that go beside them; owns those descriptors.
struct SendQueue {
  private struct Part {
    var bytes: ArraySlice<UInt8>
    var descriptors: [Int32]
  }

  private var parts: [Part] = []
  private(set) var byteCount = 0

  var isEmpty: Bool { parts.isEmpty }

  mutating func append(_ bytes: [UInt8], descriptors: [Int32]) {
    byteCount += bytes.count
    parts.append(Part(bytes: bytes[...], descriptors: descriptors))
  }

  /// Sends as much of the first part as the socket takes.
  ///
  /// - Throws: `SystemError` of the call; nothing was sent then.
  mutating func sendOnce(on number: Int32) throws(SystemError) {
    let part = parts[0]
    let sent: Result<Int, SystemError> = part.bytes.withUnsafeBytes { bytes in
      do throws(SystemError) {
        return .success(try UnixSocket.send(bytes, descriptors: part.descriptors, on: number))
      } catch {
        return .failure(error)
      }
    }
    let count = try sent.get()
    byteCount -= count
    Descriptor.close(part.descriptors)
    parts[0].descriptors = []
    parts[0].bytes = part.bytes.dropFirst(count)
    if parts[0].bytes.isEmpty { parts.removeFirst() }
  }

  mutating func removeAll() {
    for part in parts { Descriptor.close(part.descriptors) }
    parts = []
    byteCount = 0
  }
}
