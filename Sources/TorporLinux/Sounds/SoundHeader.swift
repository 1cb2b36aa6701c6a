package import TorporModel

/// How a sound file is coded and how long it is, as its header says: WAVE, AIFF, AIFF-C and CAF.
///
/// Only what a notification may play (LN7). It trusts no length: every piece is read by its place in the file, and at
/// most 64 of them.
package struct SoundHeader: Hashable, Sendable {
  /// The codings of LN7.
  package enum Encoding: String, Hashable, Sendable {
    case linearPCM, ima4, muLaw, aLaw
  }

  package var encoding: Encoding
  package var milliseconds: Int64

  /// Reads the bytes of the file from an offset on: fewer than asked for at its end.
  package typealias Reading = (_ offset: Int64, _ count: Int) throws(SoundFault) -> [UInt8]

  /// Chunks that are looked at: 64.
  ///
  /// A file from a sound editor has some ten; our choice.
  static let chunksMax = 64

  package init(encoding: Encoding, milliseconds: Int64) {
    self.encoding = encoding
    self.milliseconds = milliseconds
  }

  /// Reads the header of a file of that length.
  ///
  /// - Throws: `SoundFault`.
  package init(length: Int64, reading: Reading) throws(SoundFault) {
    let head = SoundBytes(try reading(0, 12))
    switch (head.word(0), head.word(8)) {
    case ("RIFF", "WAVE"): self = try WaveHeader.read(length, reading)
    case ("FORM", "AIFF"), ("FORM", "AIFC"): self = try AIFFHeader.read(length, reading)
    case ("caff", _): self = try CAFHeader.read(length, reading)
    default: throw .unknownFormat
    }
    if milliseconds > SoundFault.lengthMax { throw .tooLong(milliseconds: milliseconds) }
  }

  /// Makes a header of frames and their rate.
  init(_ encoding: Encoding, frames: Double, rate: Double) throws(SoundFault) {
    let milliseconds = frames / rate * 1000
    // A day is beyond every sound, and far below what the number holds.
    guard rate > 0, milliseconds >= 0, milliseconds.isFinite else { throw .unknownLength }
    self.init(encoding: encoding, milliseconds: Int64(min(milliseconds, 86_400_000).rounded(.up)))
  }
}

/// A piece of a file: its name, and where what it holds lies.
struct SoundChunk {
  var name: String
  var offset: Int64
  var length: Int64

  /// Walks the chunks of a file from an offset on, until `take` has what it needs.
  ///
  /// `headLength`: of the head of each chunk; `read`: its name and length from that head. `isPadded`: chunks begin at
  /// even places.
  static func walk(
    from start: Int64,
    to end: Int64,
    headLength: Int,
    isPadded: Bool,
    _ reading: SoundHeader.Reading,
    head read: (SoundBytes) -> (name: String, length: Int64)?,
    _ take: (SoundChunk) throws(SoundFault) -> Bool
  ) throws(SoundFault) {
    var place = start
    for _ in 0..<SoundHeader.chunksMax {
      guard place >= 0, place < end,
        let head = read(SoundBytes(try reading(place, headLength)))
      else { return }
      let body = place + Int64(headLength)
      // -1, or more than there is: to the end of the file.
      let rest = max(0, end - body)
      let length = head.length < 0 ? rest : min(head.length, rest)
      if try take(SoundChunk(name: head.name, offset: body, length: length)) { return }
      place = body + length + (isPadded ? length % 2 : 0)
    }
  }
}

/// Numbers in bytes; what lies outside is `nil`.
struct SoundBytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func big(_ offset: Int, _ count: Int) -> UInt64? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  func little(_ offset: Int, _ count: Int) -> UInt64? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Four letters; `nil` where one of them is none that can be printed.
  func word(_ offset: Int) -> String? {
    guard offset + 4 <= bytes.count else { return nil }
    let letters = bytes[offset..<offset + 4]
    guard letters.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }
}
