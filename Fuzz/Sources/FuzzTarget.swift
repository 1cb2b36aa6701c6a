import Glibc

/// One parser of bytes that others write, and what must hold whatever they are.
struct FuzzTarget: Sendable {
  let name: String
  /// Ends the process where a rule is broken: what is written reads as the same value again, and a
  /// refusal says what is wrong and where.
  private let parse: @Sendable ([UInt8]) -> Bool

  init(name: String, _ parse: @escaping @Sendable ([UInt8]) -> Bool) {
    self.name = name
    self.parse = parse
  }

  /// How much processor time one input may take: 2 s, with instrumentation and without optimisation.
  ///
  /// Inputs have 16 KiB at the most; the slowest of the seeds takes 0.05 s. It is processor time, so
  /// that a busy machine decides nothing. Our choice.
  static let secondsMax = 2.0

  /// Reads the input; whether it was accepted.
  func accepts(_ input: [UInt8]) -> Bool {
    let start = FuzzTarget.processorSeconds
    let isAccepted = parse(input)
    let seconds = FuzzTarget.processorSeconds - start
    require(seconds <= FuzzTarget.secondsMax, "one input took \(seconds) s")
    return isAccepted
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static let all: [FuzzTarget] = [
    json, wire, reply, calendar, push, http, desktop, plist, sound, scenario, journal,
  ]
}

/// Ends the process with the sentence where the rule does not hold.
///
/// Unlike `assert`, also in a release build.
func require(_ holds: Bool, _ sentence: @autoclosure () -> String) {
  if !holds { fatalError(sentence()) }
}

/// Requires of what a refusal says that a person can make use of it.
///
/// `place`: what it must hold to say where. It repeats what was found, hence 16 KiB at the most beside
/// the input itself: some list all that is allowed.
func requireHelp(_ sentence: String, place: String? = nil, input: [UInt8]) {
  require(sentence.utf8.count >= 12, "a refusal of \(sentence.utf8.count) bytes helps nobody")
  require(
    sentence.utf8.count <= 16 << 10 + 8 * input.count,
    "a refusal of \(sentence.utf8.count) bytes, of an input of \(input.count)"
  )
  // The input, which is long, is searched only then: a refusal may quote it.
  for raw in ["DecodingError", "CodingKeys(", "Optional("] where sentence.contains(raw) {
    let isQuoted = String(decoding: input, as: UTF8.self).contains(raw)
    require(isQuoted, "a refusal shows a Swift value: \(sentence)")
  }
  if let place {
    require(sentence.contains(place), "a refusal does not say where: \(sentence)")
  }
}
