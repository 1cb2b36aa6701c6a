import TorporModel

extension FuzzTarget {
  /// Headers of sound files: WAVE, AIFF, AIFF-C, CAF.
  static let sound = FuzzTarget(name: "sound") { input in
    var pieces = 0
    do throws(SoundFault) {
      let header = try SoundHeader(length: Int64(input.count)) {
        (offset, count) throws(SoundFault) in
        pieces += 1
        require((0...64).contains(count), "\(count) bytes are read at once")
        require(offset >= 0, "bytes before the file are read")
        guard offset < input.count else { return [] }
        return Array(input[Int(offset)..<min(input.count, Int(offset) + count)])
      }
      require(
        (0...SoundFault.lengthMax).contains(header.milliseconds),
        "a length of \(header.milliseconds) ms"
      )
      // A head and a body for each chunk, and the beginning twice.
      require(pieces <= 2 * SoundHeader.chunksMax + 2, "\(pieces) pieces were read")
      return true
    } catch {
      requireHelp(error.text, input: input)
      return false
    }
  }
}
