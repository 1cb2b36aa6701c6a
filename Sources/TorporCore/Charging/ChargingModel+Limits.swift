extension ChargingModel {
  /// The number of parts of the day: night, morning, afternoon, evening; more parts learn more slowly
  /// and did not measure better.
  static let dayPartCount = 4

  /// The number of windows that the prior counts for; measured: 10, 20 and 30 differ by less than a percent.
  static let priorWeight = 20.0

  /// The number of windows that the whole day counts for in one of its parts; measured as above, with 4.
  static let ownWeight = 4.0

  /// The number of windows that ended in each step of age, of 10,000 windows of 1,400 phones over five days.
  ///
  /// FLASH's traces of phones that were idle, charging and on Wi-Fi (`ready_strict`). One window in
  /// five is very short, one in eight lasts for an hour. Learned on half of the phones, it works as
  /// well for the other half.
  static let prior: [Int] = [
    2256, 90, 60, 231, 109, 98, 131, 93, 120, 124, 131, 119, 119, 132, 137, 141, 161, 136, 175, 138,
    157, 192, 182, 204, 225, 223, 253, 242, 277, 286, 292, 290, 278, 285, 269, 270, 221, 197, 166,
    115, 109, 94, 60, 38, 43, 46, 81, 100, 68, 23, 5, 4,
  ]
}
