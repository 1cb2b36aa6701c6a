/// Whether there is anything to hear in a stream, from its samples as they come.
///
/// A pure value that is fed what `pw-record --format f32 -` prints: bare samples, or those of an AU file
/// (PipeWire 1.4 and newer), which has the other order of bytes.
struct SoundLevel {
  enum Verdict: Hashable {
    case heard, silent
  }

  /// Below it nothing is audible: 1e-4 of the full scale, -80 dBFS.
  ///
  /// A quiet room is some 60 dB below the loudest that is played in it; players that keep an app alive play
  /// zeros, or noise of the last bits. Our choice.
  static let threshold: Float = 1e-4
  /// Frames are read in this rate, with two channels: what a sound card usually has.
  static let framesPerSecond = 48000
  static let channels = 2

  private let samplesNeeded: Int
  private var silentSamples = 0
  private var pending: [UInt8] = []
  private var isBigEndian = false
  private var hasBegun = false

  /// Makes one that says "silent" after so long without a sound.
  init(silentAfter duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    samplesNeeded = milliseconds * Self.framesPerSecond / 1000 * Self.channels
  }

  /// Takes what has come; `nil`: it cannot tell yet.
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

  /// Skips the head of an AU file: ".snd", the length of the head, and more, all big-endian.
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
