import Glibc
import TorporWire

/// Many devices, lived through one after another, by one thread or several.
struct Fleet {
  let seeds: Range<UInt64>
  let days: Int

  /// What came of a run; the digests are in the order of the seeds, whatever ran them.
  struct Outcome {
    var inputCount = 0
    var effectCount = 0
    var digests: [StateDigest] = []
    /// Processor time of all threads together.
    var processorSeconds = 0.0
    var wallSeconds = 0.0
  }

  /// Runs every device on this thread.
  func run() throws -> Outcome {
    var outcome = Outcome()
    for seed in seeds {
      let (wall, processor) = (Stopwatch.wallSeconds(), Stopwatch.threadSeconds())
      var phone = SimulatedPhone(seed: seed)
      phone.live(days: days)
      outcome.processorSeconds += Stopwatch.threadSeconds() - processor
      outcome.wallSeconds += Stopwatch.wallSeconds() - wall
      outcome.inputCount += phone.inputCount
      outcome.effectCount += phone.effectCount
      outcome.digests.append(try phone.digest())
    }
    return outcome
  }

  /// Runs the devices on that many threads, each with its own share of them.
  func run(threadCount: Int) throws -> Outcome {
    let begin = Stopwatch.wallSeconds()
    let size = (seeds.count + threadCount - 1) / threadCount
    let shares = (0..<threadCount).map { number in
      let first = min(seeds.lowerBound + UInt64(number * size), seeds.upperBound)
      let last = min(first + UInt64(size), seeds.upperBound)
      return Share(Fleet(seeds: first..<last, days: days))
    }
    let threads = shares.map { $0.start() }
    for thread in threads { pthread_join(thread, nil) }
    var whole = Outcome()
    for share in shares {
      let part = try share.result.get()
      whole.inputCount += part.inputCount
      whole.effectCount += part.effectCount
      whole.digests += part.digests
      whole.processorSeconds += part.processorSeconds
    }
    whole.wallSeconds = Stopwatch.wallSeconds() - begin
    return whole
  }

  /// What one thread works on; only that thread touches it until it is joined.
  private final class Share {
    private let fleet: Fleet
    private(set) var result: Result<Outcome, any Error> = .success(Outcome())

    init(_ fleet: Fleet) { self.fleet = fleet }

    func start() -> pthread_t {
      var thread = pthread_t()
      let code = pthread_create(
        &thread,
        nil,
        { context in
          guard let context else { return nil }
          let share = Unmanaged<Share>.fromOpaque(context).takeRetainedValue()
          share.result = Result { try share.fleet.run() }
          return nil
        },
        Unmanaged.passRetained(self).toOpaque()
      )
      precondition(code == 0, "a second thread cannot be had: error \(code)")
      return thread
    }
  }
}
