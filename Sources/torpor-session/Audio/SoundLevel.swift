/// Determines from the samples of a stream, as they arrive, whether there is anything to hear.
///
/// A pure value that receives the output of `pw-record --format f32 -`: bare samples, or those of an AU file (PipeWire
/// 1.4 and newer), which has the opposite byte order.
struct SoundLevel {
  enum Verdict: Hashable {
    case heard, silent
  }

  /// The level below which nothing is audible: 1e-4 of the full scale, -80 dBFS.
  ///
  /// A quiet room is about 60 dB below the loudest sound played in it; players that keep an app alive play zeros, or
  /// noise in the last bits. Our choice.
  static let threshold: Float = 1e-4
  /// The sample rate, with two channels: what a sound card usually has.
  static let framesPerSecond = 48000
  static let channels = 2

  private let samplesNeeded: Int
  private var silentSamples = 0
  private var pending: [UInt8] = []
  private var isBigEndian = false
  private var hasBegun = false

  /// Makes a value that reports "silent" after a duration without a sound.
  init(silentAfter duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    samplesNeeded = milliseconds * Self.framesPerSecond / 1000 * Self.channels
  }

  /// Takes the received bytes; returns `nil` if the result is not known yet.
  mutating func take(_ bytes: [UInt8]) -> Verdict? {
    pending += bytes
    guard begin() else { return nil }
    let count = pending.count / 4
    var isHeard = false
    pending.withUnsafeBytes { raw in
      for index in 0..<count {
        let word = raw.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
        let sample = Float(bitPattern: isBigEndian ? word.byteSwapped : word)
        // A value that is not a number is not sound.
        if abs(sample) >= Self.threshold { isHeard = true }
      }
    }
    pending.removeFirst(count * 4)
    if isHeard { return .heard }
    silentSamples += count
    return silentSamples >= samplesNeeded ? .silent : nil
  }

  /// Skips the header of an AU file: ".snd", the length of the header, and more, all big-endian.
  private mutating func begin() -> Bool {
    if hasBegun { return true }
    guard pending.count >= 8 else { return false }
    guard pending.starts(with: Array(".snd".utf8)) else {
      hasBegun = true
      return true
    }
    let length = pending[4..<8].reduce(0) { $0 << 8 | Int($1) }
    guard pending.count >= length else { return false }
    pending.removeFirst(length)
    isBigEndian = true
    hasBegun = true
    return true
  }
}
