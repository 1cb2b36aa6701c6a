import TorporModel

/// The cost of an app's work besides the wakes that the planner assigns: a model, not a measurement.
///
/// All constants are those of a phone, so that the shares of apps can be compared on any machine; the
/// page states that they are the model's. The machine's own use is measured if it reports it
/// (docs/decisions/0049).
enum EnergyModel {
  /// A processor core at work, in milliwatts.
  ///
  /// 1,000: phones of the last ten years lie between 500 and 2,000; our choice.
  static let processorMilliwatts: Int64 = 1000

  /// The receiver for positions while an app is given continuous locations, in milliwatts.
  ///
  /// Each app that uses it is charged its full power: the number of other users is not known when an
  /// hour is booked, and without this app it might be off. The sum of several apps' shares is
  /// therefore too high.
  ///
  /// 143: Carroll and Heiser, "An Analysis of Power Consumption in a Smartphone", USENIX ATC 2010, GPS.
  static let positioningMilliwatts: Int64 = 143

  /// What a byte costs beside the wake of the radio, in nanojoules.
  ///
  /// Huang et al., "A Close Examination of Performance and Power Characteristics of 4G LTE Networks", MobiSys 2012,
  /// table 4: 51.97 and 438.39 mW for each Mbit/s received and sent over LTE, 137.01 and 283.17 over Wi-Fi. A cable is
  /// fed by its other end: nothing.
  private static func nanojoulesPerByte(on link: NetworkLink) -> (received: Int64, sent: Int64) {
    switch link {
    case .cellular: (416, 3507)
    case .wifi: (1096, 2265)
    case .wired, .none: (0, 0)
    }
  }

  /// Microseconds times milliwatts are nanojoules.
  static func nanojoules(processorMicroseconds: Int64) -> Int64 {
    processorMicroseconds.multipliedClamped(by: processorMilliwatts)
  }

  static func nanojoules(positioningMicroseconds: Int64) -> Int64 {
    positioningMicroseconds.multipliedClamped(by: positioningMilliwatts)
  }

  static func nanojoules(received: Int64, sent: Int64, on link: NetworkLink) -> Int64 {
    let cost = nanojoulesPerByte(on: link)
    return received.multipliedClamped(by: cost.received) + sent.multipliedClamped(by: cost.sent)
  }
}

extension Int64 {
  fileprivate func multipliedClamped(by other: Int64) -> Int64 {
    // A quarter of the range, so that sums of some of them fit.
    let (product, overflowed) = multipliedReportingOverflow(by: other)
    return overflowed ? Int64.max / 4 : Swift.min(product, Int64.max / 4)
  }
}
