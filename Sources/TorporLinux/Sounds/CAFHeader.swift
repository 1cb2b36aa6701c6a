import TorporModel

/// CAF: `desc` says how it is coded, `pakt` or `data` how much there is (Apple, "Apple Core Audio Format Specification
/// 1.0").
enum CAFHeader {
  private struct Description {
    var encoding: SoundHeader.Encoding
    var rate: Double
    var bytesPerPacket: Double
    var framesPerPacket: Double
  }

  static func read(
    _ length: Int64,
    _ reading: SoundHeader.Reading
  ) throws(SoundFault) -> SoundHeader {
    var description: Description?
    var bytes: Int64?
    var validFrames: Double?
    try SoundChunk.walk(
      from: 8,
      to: length,
      headLength: 12,
      isPadded: false,
      reading,
      head: { head in
        head.word(0).flatMap { name in
          head.big(4, 8).map { (name, Int64(bitPattern: $0)) }
        }
      }
    ) { (chunk) throws(SoundFault) in
      switch chunk.name {
      case "desc": description = try parse(SoundBytes(try reading(chunk.offset, 32)))
      // Before the sound stands the count of its edits.
      case "data": bytes = max(0, chunk.length - 4)
      case "pakt":
        validFrames = SoundBytes(try reading(chunk.offset, 16)).big(8, 8)
          .map { Double(Int64(bitPattern: $0)) }
      default: break
      }
      return false
    }
    guard let description, let bytes else { throw .unknownFormat }
    let frames: Double
    if let validFrames {
      frames = validFrames
    } else {
      guard description.bytesPerPacket > 0 else { throw .unknownLength }
      let packets = (Double(bytes) / description.bytesPerPacket).rounded(.up)
      frames = packets * description.framesPerPacket
    }
    return try SoundHeader(description.encoding, frames: frames, rate: description.rate)
  }

  private static func parse(_ bytes: SoundBytes) throws(SoundFault) -> Description {
    guard let rate = bytes.big(0, 8), let coding = bytes.word(8), let size = bytes.big(16, 4),
      let frames = bytes.big(20, 4)
    else { throw .unknownFormat }
    let encoding: SoundHeader.Encoding
    switch coding {
    case "lpcm": encoding = .linearPCM
    case "ima4": encoding = .ima4
    case "ulaw": encoding = .muLaw
    case "alaw": encoding = .aLaw
    default: throw .encoding(name: "'\(coding)'")
    }
    return Description(
      encoding: encoding,
      rate: Double(bitPattern: rate),
      bytesPerPacket: Double(size),
      framesPerPacket: Double(frames)
    )
  }
}
