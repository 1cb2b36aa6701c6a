extension BackgroundTime {
  /// How long before the end the handlers are called.
  ///
  /// 5 s: within Apple's range of "5 to 10 s before", and as in device logs (BT7, §17).
  package static let warningLead = Duration.seconds(5)

  /// How long after the end a process that still holds a task is killed.
  ///
  /// 1 s: device log, +31 s for a budget of 30 s (BT7).
  package static let killDelay = Duration.seconds(1)

  /// The total time of handlers that were called late.
  ///
  /// 3 s: "a few seconds" together (BT6, §17).
  package static let handlerTime = Duration.seconds(3)

  /// The longest name or reason, in bytes; our choice: a sentence, not a payload.
  package static let nameBytesMax = 256
}
