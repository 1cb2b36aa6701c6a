import CAllocator
import Logging
import NIOConcurrencyHelpers

/// The gateway's counters, for Prometheus.
///
/// Concurrency: all of them are guarded by one lock, which is held for an addition.
final class Metrics: Sendable {
  private let counters = NIOLockedValueBox(Counters())
  private let logger: Logger

  private struct Counters {
    // Shape: one property for each counter.
    var answers: [String: Int64] = ["200": 0]
    var outcomes: [String: Int64] = [:]
    var acknowledged: [String: Int64] = [:]
    var handedOver: Int64 = 0
    var broadcasts: Int64 = 0
    var broadcastDevices: Int64 = 0
    var engine: [String: Int64] = [:]
    var forwarded: [String: Int64] = [:]
    var engineConnections: Int64 = 0
    var storeFailures: Int64 = 0
    var connectedDevices = 0
    var providerConnections = 0
    var latencyCounts = [Int64](repeating: 0, count: Metrics.latencyBoundsMilliseconds.count + 1)
    var latencySumMilliseconds: Double = 0
  }

  /// The bounds of the histogram: from a shared commit to a slow disk.
  private static let latencyBoundsMilliseconds: [Double] = [1, 2, 5, 10, 25, 50, 100, 250, 1000]

  init(_ logger: Logger) { self.logger = logger }

  func noteAnswer(_ refusal: Refusal?) {
    counters.withLockedValue {
      let name = refusal.map { "\($0.reason.status) \($0.reason.rawValue)" } ?? "200"
      $0.answers[name, default: 0] += 1
    }
  }

  /// Counts an answer that has no reason of the provider API.
  func noteAnswer(status: Int, reason: String) {
    let name = reason.isEmpty ? "\(status)" : "\(status) \(reason)"
    counters.withLockedValue { $0.answers[name, default: 0] += 1 }
  }

  func noteAccepted(_ outcome: Order.Outcome, milliseconds: Double) {
    counters.withLockedValue { counters in
      counters.outcomes[outcome.name, default: 0] += 1
      counters.latencySumMilliseconds += milliseconds
      let index = Self.latencyBoundsMilliseconds.firstIndex { milliseconds <= $0 }
      counters.latencyCounts[index ?? Self.latencyBoundsMilliseconds.count] += 1
    }
  }

  func noteHandedOver() { counters.withLockedValue { $0.handedOver += 1 } }

  /// Counts an accepted push to a broadcast channel.
  func noteBroadcast() { counters.withLockedValue { $0.broadcasts += 1 } }

  /// Counts a push that was sent to devices of this gateway.
  func noteBroadcast(devices: Int) {
    counters.withLockedValue { $0.broadcastDevices += Int64(devices) }
  }

  func noteAcknowledged(_ code: Order.Acknowledgement.Code) {
    counters.withLockedValue { $0.acknowledged["\(code.rawValue)", default: 0] += 1 }
  }

  func noteStoreFailure(_ sentence: String) {
    counters.withLockedValue { $0.storeFailures += 1 }
    logger.error("the store failed", metadata: ["error": "\(sentence)"])
  }

  /// An operation on a document of a fleet.
  enum EngineAct: String, Sendable {
    case read, write
    /// Another gateway has written in the meantime.
    case conflict
  }

  func noteEngine(_ act: EngineAct) {
    counters.withLockedValue { $0.engine[act.rawValue, default: 0] += 1 }
  }

  /// The answer of another gateway to pushes for a device that it was assumed to have.
  enum Forwarding: String, Sendable {
    case answered, absent, silent
  }

  func noteForwarded(_ forwarding: Forwarding) {
    counters.withLockedValue { $0.forwarded[forwarding.rawValue, default: 0] += 1 }
  }

  func noteEngineConnection() { counters.withLockedValue { $0.engineConnections += 1 } }

  func set(connectedDevices: Int) {
    counters.withLockedValue { $0.connectedDevices = connectedDevices }
  }

  func change(providerConnectionsBy difference: Int) {
    counters.withLockedValue { $0.providerConnections += difference }
  }

  /// Returns all counters in Prometheus's text format.
  func exposition(_ stored: StoreCounts?) -> String {
    let counters = counters.withLockedValue { $0 }
    var text = ""
    func family(_ name: String, _ type: String, _ help: String, _ rows: [(String, Int64)]) {
      text += "# HELP torpor_gateway_\(name) \(help)\n# TYPE torpor_gateway_\(name) \(type)\n"
      for (labels, value) in rows { text += "torpor_gateway_\(name)\(labels) \(value)\n" }
    }
    family(
      "answers_total",
      "counter",
      "Answers to senders, by status and reason.",
      counters.answers.sorted { $0.key < $1.key }.map { name, count in
        let words = name.split(separator: " ")
        let reason = words.count > 1 ? words[1] : ""
        return ("{status=\"\(words[0])\",reason=\"\(reason)\"}", count)
      }
    )
    family(
      "accepted_total",
      "counter",
      "Pushes that were accepted, by what became of them.",
      counters.outcomes.sorted { $0.key < $1.key }.map { ("{outcome=\"\($0)\"}", $1) }
    )
    family(
      "handed_over_total",
      "counter",
      "Pushes that were sent to a device, again included.",
      [("", counters.handedOver)]
    )
    family(
      "broadcasts_total",
      "counter",
      "Pushes by broadcast channels that were accepted here.",
      [("", counters.broadcasts)]
    )
    family(
      "broadcast_devices_total",
      "counter",
      "How often such a push was sent to a device; one that does not read or spares its battery gets none.",
      [("", counters.broadcastDevices)]
    )
    family(
      "acknowledged_total",
      "counter",
      "Acknowledgements of devices, by code.",
      counters.acknowledged.sorted { $0.key < $1.key }.map { ("{code=\"\($0)\"}", $1) }
    )
    family(
      "store_failures_total",
      "counter",
      "Commits that failed.",
      [("", counters.storeFailures)]
    )
    family(
      "connected_devices",
      "gauge",
      "Devices with a link.",
      [("", Int64(counters.connectedDevices))]
    )
    family(
      "provider_connections",
      "gauge",
      "Connections of senders.",
      [("", Int64(counters.providerConnections))]
    )
    family("heap_bytes", "gauge", "What is allocated just now.", [("", Self.heapBytes())])
    if counters.engineConnections > 0 {
      family(
        "engine_total",
        "counter",
        "Reads and writes of documents, and writes that another gateway was before.",
        counters.engine.sorted { $0.key < $1.key }.map { ("{act=\"\($0)\"}", $1) }
      )
      family(
        "forwarded_total",
        "counter",
        "Hand-overs to the gateway that has the device, by what came back.",
        counters.forwarded.sorted { $0.key < $1.key }.map { ("{answer=\"\($0)\"}", $1) }
      )
      family(
        "engine_connections_total",
        "counter",
        "Connections to a NATS server, the first included.",
        [("", counters.engineConnections)]
      )
    }
    for (name, help, value) in [
      ("devices", "Devices that are known.", stored?.devices),
      ("registrations", "Apps with a token.", stored?.registrations),
      ("stored_pushes", "Pushes that wait or are under way.", stored?.pushes),
    ] {
      if let value { family(name, "gauge", help, [("", value)]) }
    }
    return text + latency(counters)
  }

  /// Returns the memory that the process has from its allocator; this is exact, whereas the memory of the process is
  /// rounded to pages and retained after it was freed.
  private static func heapBytes() -> Int64 {
    Int64(clamping: torpor_allocated_bytes())
  }

  private func latency(_ counters: Counters) -> String {
    let name = "torpor_gateway_accept_seconds"
    var text = "# HELP \(name) From a whole request to its commit.\n# TYPE \(name) histogram\n"
    var sum: Int64 = 0
    for (bound, count) in zip(Self.latencyBoundsMilliseconds, counters.latencyCounts) {
      sum += count
      text += "\(name)_bucket{le=\"\(bound / 1000)\"} \(sum)\n"
    }
    sum += counters.latencyCounts.last ?? 0
    text += "\(name)_bucket{le=\"+Inf\"} \(sum)\n"
    return text + "\(name)_sum \(counters.latencySumMilliseconds / 1000)\n\(name)_count \(sum)\n"
  }
}

extension Order.Outcome {
  /// A word for logs and metrics.
  var name: String {
    switch self {
    case .handedOver: "handed-over"
    case .held(let hold): "held-\(hold.rawValue)"
    case .discarded: "discarded"
    }
  }
}
