import TorporModel
import TorporWire

/// Orders that a service has not been sent yet; alike ones that follow each other become one.
struct ServiceOutbox {
  private var orders: [TransferServiceOrder] = []

  var isEmpty: Bool { orders.isEmpty }

  /// How many transfers one order names: a message of some 3 KiB.
  ///
  /// Our choice.
  private static let transfersOfOrderMax = 256

  mutating func pause(_ transfer: TransferIdentifier) {
    if case .pause(let others) = orders.last, let list = joined(others, transfer) {
      orders[orders.count - 1] = .pause(list)
    } else {
      orders.append(.pause([transfer]))
    }
  }

  mutating func discard(_ transfer: TransferIdentifier) {
    if case .discard(let others) = orders.last, let list = joined(others, transfer) {
      orders[orders.count - 1] = .discard(list)
    } else {
      orders.append(.discard([transfer]))
    }
  }

  mutating func forget(_ transfer: TransferIdentifier, removesFile: Bool) {
    if case .forget(let others, removesFile) = orders.last, let list = joined(others, transfer) {
      orders[orders.count - 1] = .forget(list, removesFile: removesFile)
    } else {
      orders.append(.forget([transfer], removesFile: removesFile))
    }
  }

  /// Takes out everything, in order.
  mutating func removeAll() -> [TransferServiceOrder] {
    defer { orders.removeAll() }
    return orders
  }

  private func joined(
    _ others: [TransferIdentifier],
    _ transfer: TransferIdentifier
  ) -> [TransferIdentifier]? {
    others.count < ServiceOutbox.transfersOfOrderMax ? others + [transfer] : nil
  }
}
