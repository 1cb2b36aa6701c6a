import TorporModel

/// AIFF and AIFF-C: `COMM` says all (Apple, "Audio Interchange File Format AIFF-C", 1991).
enum AIFFHeader {
  /// Linear PCM in its sizes and orders.
  private static let linear: Set<String> = [
    "NONE", "twos", "sowt", "raw ", "in24", "in32", "fl32", "FL32", "fl64", "FL64",
  ]

  static func read(
    _ length: Int64,
    _ reading: SoundHeader.Reading
  ) throws(SoundFault) -> SoundHeader {
    let isCompressed = SoundBytes(try reading(8, 4)).word(0) == "AIFC"
    var header: SoundHeader?
    try SoundChunk.walk(
      from: 12,
      to: length,
      headLength: 8,
      isPadded: true,
      reading,
      head: { head in head.word(0).flatMap { name in head.big(4, 4).map { (name, Int64($0)) } } }
    ) { (chunk) throws(SoundFault) in
      guard chunk.name == "COMM" else { return false }
      header = try parse(SoundBytes(try reading(chunk.offset, 22)), isCompressed: isCompressed)
      return true
    }
    guard let header else { throw .unknownFormat }
    return header
  }

  private static func parse(
    _ bytes: SoundBytes,
    isCompressed: Bool
  ) throws(SoundFault) -> SoundHeader {
    guard let frames = bytes.big(2, 4), let rate = extended(bytes, at: 8) else {
      throw .unknownFormat
    }
    guard isCompressed else {
      return try SoundHeader(.linearPCM, frames: Double(frames), rate: rate)
    }
    guard let coding = bytes.word(18) else { throw .unknownFormat }
    switch coding {
    case _ where linear.contains(coding):
      return try SoundHeader(.linearPCM, frames: Double(frames), rate: rate)
    case "ulaw", "ULAW": return try SoundHeader(.muLaw, frames: Double(frames), rate: rate)
    case "alaw", "ALAW": return try SoundHeader(.aLaw, frames: Double(frames), rate: rate)
    // Counted in packets, of 64 frames each.
    case "ima4": return try SoundHeader(.ima4, frames: Double(frames) * 64, rate: rate)
    default: throw .encoding(name: "'\(coding)'")
    }
  }

  /// A number of 80 bits: sign and exponent in 16, 64 of the mantissa (IEEE 754, Motorola).
  private static func extended(_ bytes: SoundBytes, at offset: Int) -> Double? {
    guard let head = bytes.big(offset, 2), let mantissa = bytes.big(offset + 2, 8) else {
      return nil
    }
    let exponent = Int(head & 0x7fff) - 16383 - 63
    // No rate lies outside; a power of more would be infinite, or nothing.
    guard head & 0x8000 == 0, (-126...126).contains(exponent) else { return nil }
    return Double(sign: .plus, exponent: exponent, significand: Double(mantissa))
  }
}
