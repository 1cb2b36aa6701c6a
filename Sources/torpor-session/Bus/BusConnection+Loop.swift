import CSystemd
import TorporPosix

// How the event loop drives sd-bus.

extension BusConnection {
  /// The maximum number of messages in one turn of the loop: 64, so that a busy bus does not delay the others.
  ///
  /// Our choice.
  private static let messagesPerTurnMax = 64

  private func process() {
    guard let bus else { return }
    isProcessing = true
    sd_bus_ref(bus)
    var count = 0
    var result: Int32 = 1
    while self.bus == bus, result > 0, count < BusConnection.messagesPerTurnMax {
      result = sd_bus_process(bus, nil)
      count += 1
      if state == .connecting, sd_bus_is_ready(bus) > 0 { connected() }
    }
    let isOpen = sd_bus_is_open(bus) > 0
    sd_bus_unref(bus)
    isProcessing = false
    guard self.bus == bus else { return }
    if result < 0 || !isOpen {
      lose(because: result < 0 ? SystemError.text(of: -result) : "it went away")
    } else {
      follow()
    }
  }

  /// Makes the loop wait for the events that sd-bus needs now.
  func follow() {
    // Once, at the end of `process`.
    guard !isProcessing, let bus else { return }
    let events = sd_bus_get_events(bus)
    let number = sd_bus_get_fd(bus)
    guard events >= 0, number >= 0 else {
      // Closed by the previous write; the loss is reported from the loop, not from within a call.
      return wake(after: .zero)
    }
    do throws(SystemError) {
      try watch(number, for: EventLoop.Readiness(rawValue: UInt32(events)))
    } catch {
      return lose(because: "\(error)")
    }
    var microseconds: UInt64 = .max
    guard sd_bus_get_timeout(bus, &microseconds) > 0, microseconds != .max else {
      if let timer { loop.cancel(timer) }
      timer = nil
      return
    }
    wake(after: .microseconds(Int64(clamping: microseconds) - MonotonicClock.microseconds()))
  }

  private func watch(_ number: Int32, for interest: EventLoop.Readiness) throws(SystemError) {
    if let current = descriptor, current.number == number {
      guard current.interest != interest else { return }
      try loop.change(current.token, to: interest)
      descriptor = (number, current.token, interest)
    } else {
      if let descriptor { loop.cancel(descriptor.token) }
      descriptor = nil
      let token = try loop.register(number, for: interest) { [unowned self] _ in process() }
      descriptor = (number, token, interest)
    }
  }

  private func wake(after length: Duration) {
    if let timer { loop.cancel(timer) }
    timer = loop.schedule(after: max(.zero, length)) { [unowned self] in
      timer = nil
      process()
    }
  }
}
