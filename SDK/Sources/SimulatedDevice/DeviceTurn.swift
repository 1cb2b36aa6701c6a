/// Whose turn it is: a process has one clock, so that one device at a time is simulated in it.
actor DeviceTurn {
  static let shared = DeviceTurn()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Waits until no other device is there.
  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// The device is gone: the one that has waited longest follows.
  func giveUp() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().resume()
    }
  }
}
