import TorporModel

/// WAVE (RIFF): `fmt ` says how it is coded, `data` how much there is (Microsoft, "Multimedia Programming Interface and
/// Data Specifications 1.0"; the tags are those of mmreg.h).
enum WaveHeader {
  private struct Format {
    var encoding: SoundHeader.Encoding
    var rate: Double
    var bytesPerBlock: Double
    var framesPerBlock: Double
  }

  static func read(
    _ length: Int64,
    _ reading: SoundHeader.Reading
  ) throws(SoundFault) -> SoundHeader {
    var format: Format?
    var bytes: Int64?
    try SoundChunk.walk(
      from: 12,
      to: length,
      headLength: 8,
      isPadded: true,
      reading,
      head: { head in head.word(0).flatMap { name in head.little(4, 4).map { (name, Int64($0)) } } }
    ) { (chunk) throws(SoundFault) in
      switch chunk.name {
      case "fmt ": format = try parse(SoundBytes(try reading(chunk.offset, 40)))
      case "data": bytes = chunk.length
      default: break
      }
      return format != nil && bytes != nil
    }
    guard let format, let bytes else { throw .unknownFormat }
    guard format.bytesPerBlock > 0 else { throw .unknownLength }
    let blocks = (Double(bytes) / format.bytesPerBlock).rounded(.up)
    return try SoundHeader(
      format.encoding,
      frames: blocks * format.framesPerBlock,
      rate: format.rate
    )
  }

  private static func parse(_ bytes: SoundBytes) throws(SoundFault) -> Format {
    guard var tag = bytes.little(0, 2), let rate = bytes.little(4, 4),
      let align = bytes.little(12, 2)
    else { throw .unknownFormat }
    // WAVE_FORMAT_EXTENSIBLE: the tag is the beginning of the GUID at 24.
    if tag == 0xfffe { tag = bytes.little(24, 2) ?? 0 }
    var format = Format(
      encoding: .linearPCM,
      rate: Double(rate),
      bytesPerBlock: Double(align),
      framesPerBlock: 1
    )
    switch tag {
    // Integers, floats.
    case 1, 3: break
    case 6: format.encoding = .aLaw
    case 7: format.encoding = .muLaw
    // IMA ADPCM; at 18 the frames of a block.
    case 0x11:
      format.encoding = .ima4
      format.framesPerBlock = Double(bytes.little(18, 2) ?? 0)
      if format.framesPerBlock == 0 { throw .unknownLength }
    default: throw .encoding(name: "WAVE format \(tag)")
    }
    return format
  }
}
