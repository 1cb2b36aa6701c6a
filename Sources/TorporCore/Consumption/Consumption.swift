package import TorporModel

/// The consumption of an app in a period: integer counts, so that every sum is exact.
package struct Consumption: Hashable, Sendable {
  /// The time spent there, in microseconds.
  package var timeMicroseconds: Int64 = 0
  /// Processor time, as the kernel counts it, in microseconds.
  package var processorMicroseconds: Int64 = 0
  /// The bytes that the transfer service moved for the app, by the device's network.
  package var transferred = NetworkBytes()
  /// The bytes that the app's own processes received and sent over networks, as counted by the kernel.
  package var receivedBytes: Int64 = 0
  package var sentBytes: Int64 = 0
  /// The bytes that they received and sent over the loopback: they use no radio and are not charged.
  package var loopbackBytes: Int64 = 0
  /// The bytes that the app's own processes read from and wrote to disks, as counted by the kernel.
  package var readBytes: Int64 = 0
  package var writtenBytes: Int64 = 0
  /// By the model, in nanojoules (`EnergyModel`).
  package var nanojoules: Int64 = 0

  package init() {}

  package var isZero: Bool { self == Consumption() }

  package static func += (sum: inout Consumption, other: Consumption) {
    sum.timeMicroseconds += other.timeMicroseconds
    sum.processorMicroseconds += other.processorMicroseconds
    sum.transferred += other.transferred
    sum.receivedBytes += other.receivedBytes
    sum.sentBytes += other.sentBytes
    sum.loopbackBytes += other.loopbackBytes
    sum.readBytes += other.readBytes
    sum.writtenBytes += other.writtenBytes
    // Energy fitted to a faulty gauge may overflow; no other count comes near.
    let (energy, isTooLarge) = sum.nanojoules.addingReportingOverflow(other.nanojoules)
    sum.nanojoules = isTooLarge ? Int64.max : energy
  }

  package static func + (left: Consumption, right: Consumption) -> Consumption {
    var sum = left
    sum += right
    return sum
  }

  /// Returns the share of this consumption that falls to the part of `whole` from `before` to `after`.
  ///
  /// Consecutive parts add up to the whole, to the nanojoule.
  func part(from before: Int64, to after: Int64, of whole: Int64) -> Consumption {
    guard whole > 0, before != 0 || after != whole else { return self }
    func share(_ count: Int64) -> Int64 {
      func upTo(_ end: Int64) -> Int64 {
        Int64(clamping: Int128(count) * Int128(end) / Int128(whole))
      }
      return upTo(after) - upTo(before)
    }
    var part = Consumption()
    part.values = values.map(share)
    return part
  }

  /// All counters in the order in which they are saved.
  private var values: [Int64] {
    get {
      [
        timeMicroseconds, processorMicroseconds, transferred.wired, transferred.wifi,
        transferred.cellular, receivedBytes, sentBytes, readBytes, writtenBytes, nanojoules,
        loopbackBytes,
      ]
    }
    set {
      func value(_ index: Int) -> Int64 { index < newValue.count ? newValue[index] : 0 }
      timeMicroseconds = value(0)
      processorMicroseconds = value(1)
      transferred = NetworkBytes(wired: value(2), wifi: value(3), cellular: value(4))
      receivedBytes = value(5)
      sentBytes = value(6)
      readBytes = value(7)
      writtenBytes = value(8)
      nanojoules = value(9)
      loopbackBytes = value(10)
    }
  }
}

extension Consumption: Saved {
  /// Writes the counters as one list, without the zeros at its end: there are thousands of them in a snapshot.
  package func write(to writer: inout SavedWriter) {
    var kept = values
    while kept.last == 0 { kept.removeLast() }
    kept.write(to: &writer)
  }

  /// Reads the counters; counters missing in an earlier build's data are zero.
  package init(from reader: inout SavedReader) throws(SavedFailure) {
    self.init()
    values = try [Int64](from: &reader)
  }
}

/// Bytes by the class of the network that moved them.
package struct NetworkBytes: Hashable, Sendable {
  package var wired: Int64
  package var wifi: Int64
  package var cellular: Int64

  package init(wired: Int64 = 0, wifi: Int64 = 0, cellular: Int64 = 0) {
    self.wired = wired
    self.wifi = wifi
    self.cellular = cellular
  }

  package var total: Int64 { wired + wifi + cellular }

  package static func += (sum: inout NetworkBytes, other: NetworkBytes) {
    sum.wired += other.wired
    sum.wifi += other.wifi
    sum.cellular += other.cellular
  }
}

/// The kernel's counts for the processes of a launch since it began.
package struct ResourceUsage: Hashable, Sendable, Saved {
  /// Processor time of all processes that were ever in the group (`cpu.stat`).
  package var processor: Duration
  /// Bytes read from disks and written to them (`io.stat`); `nil` where that is not counted.
  package var readBytes: Int64?
  package var writtenBytes: Int64?
  /// Bytes received and sent over networks by the processes' sockets; `nil` where that is not counted.
  package var receivedBytes: Int64?
  package var sentBytes: Int64?
  /// Bytes received and sent over the loopback; `nil` where that is not counted.
  package var loopbackBytes: Int64?

  package init(
    processor: Duration = .zero,
    readBytes: Int64? = nil,
    writtenBytes: Int64? = nil,
    receivedBytes: Int64? = nil,
    sentBytes: Int64? = nil,
    loopbackBytes: Int64? = nil
  ) {
    self.processor = processor
    self.readBytes = readBytes
    self.writtenBytes = writtenBytes
    self.receivedBytes = receivedBytes
    self.sentBytes = sentBytes
    self.loopbackBytes = loopbackBytes
  }

  /// Returns the reading with missing counters taken from an earlier one.
  func filled(from earlier: ResourceUsage) -> ResourceUsage {
    ResourceUsage(
      processor: processor,
      readBytes: readBytes ?? earlier.readBytes,
      writtenBytes: writtenBytes ?? earlier.writtenBytes,
      receivedBytes: receivedBytes ?? earlier.receivedBytes,
      sentBytes: sentBytes ?? earlier.sentBytes,
      loopbackBytes: loopbackBytes ?? earlier.loopbackBytes
    )
  }

  /// Returns the use since an earlier reading; a counter lower than before was reset.
  func since(_ earlier: ResourceUsage, on link: NetworkLink) -> Consumption {
    func growth(_ now: Int64?, _ before: Int64?) -> Int64 {
      guard let now else { return 0 }
      let before = before ?? 0
      return now >= before ? now - before : now
    }
    var used = Consumption()
    used.processorMicroseconds = growth(processor.microseconds, earlier.processor.microseconds)
    used.readBytes = growth(readBytes, earlier.readBytes)
    used.writtenBytes = growth(writtenBytes, earlier.writtenBytes)
    used.receivedBytes = growth(receivedBytes, earlier.receivedBytes)
    used.sentBytes = growth(sentBytes, earlier.sentBytes)
    used.loopbackBytes = growth(loopbackBytes, earlier.loopbackBytes)
    used.nanojoules =
      EnergyModel.nanojoules(processorMicroseconds: used.processorMicroseconds)
      + EnergyModel.nanojoules(received: used.receivedBytes, sent: used.sentBytes, on: link)
    return used
  }
}
