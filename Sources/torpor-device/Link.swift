import Glibc
import TorporCore
import TorporModel
import TorporSimulator

/// The link to the test: a line for each command, and for each an answer.
///
/// The answer's lines are what the SDK is to do with the app's process, and `ok NOW SENT` behind them: the moment, and how
/// many pieces were sent to the app in all.
final class Link {
  let descriptor: Int32
  let device: VirtualDevice
  private var pending: [UInt8] = []
  private var centralRequests: UInt64 = 0

  init(descriptor: Int32, device: VirtualDevice) {
    self.descriptor = descriptor
    self.device = device
  }

  /// Takes what has come and answers every whole line; false at the end.
  func answer() -> Bool {
    var room = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &room, room.count)
    guard count > 0 else { return false }
    pending += room[..<count]
    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: pending[..<end], as: UTF8.self)
      pending.removeFirst(end + 1)
      write(perform(line.split(separator: " ").map(String.init)))
    }
    return true
  }

  private func perform(_ words: [String]) -> String {
    guard let command = words.first, run(command, Array(words.dropFirst())) else {
      return "error '\(words.joined(separator: " "))' is not a command of this device\n"
    }
    device.turn()
    let orders = device.orders.take().map { "\($0)\n" }.joined()
    return orders + "ok \(device.clock.now().nanoseconds) \(device.sockets.sentCount)\n"
  }

  /// Whether the command is one.
  private func run(_ command: String, _ words: [String]) -> Bool {
    switch (command, words.first) {
    case ("sync", nil): return true
    case ("advance", let limit?):
      guard let limit = Int64(limit) else { return false }
      device.run(until: Instant(nanoseconds: limit))
    case ("network", let link?):
      guard let link = NetworkLink(rawValue: link) else { return false }
      let isConstrained = words.dropFirst().first == "lowData"
      device.transfers.setNetwork(link)
      device.tell(.network(NetworkState(link: link, isConstrained: isConstrained)))
    case ("power", let source?):
      let percent = words.dropFirst().first.flatMap { Int($0) }
      let isExternal = source == "external"
      device.tell(.power(PowerState(isOnExternalPower: isExternal, batteryPercent: percent)))
    case ("thermal", let state?):
      guard let state = ThermalState(rawValue: state) else { return false }
      device.tell(.thermal(state))
    case ("storage", let bytes?):
      guard let bytes = Int64(bytes), (0...VirtualDevice.storageBytes).contains(bytes) else {
        return false
      }
      device.tell(.storage(freeBytes: bytes, totalBytes: VirtualDevice.storageBytes))
    case ("memory", let level?):
      guard let level = MemoryPressureLevel(rawValue: level) else { return false }
      device.tell(.memory(Self.report(level)))
    case ("place", _):
      let numbers = words.compactMap { Double($0) }
      guard words.count == 3, numbers.count == 3 else { return false }
      device.screen.move(
        to: Coordinate(latitude: numbers[0], longitude: numbers[1]),
        accuracyMetres: numbers[2]
      )
    case ("bluetooth", let event?):
      guard let event = Self.bluetooth(event, Array(words.dropFirst())) else { return false }
      device.tell(.bluetooth(event))
    case ("central", let app?):
      guard let event = central(app, Array(words.dropFirst())) else { return false }
      device.tell(.bluetooth(event))
    case ("answer", let transfer?): return answer(transfer, Array(words.dropFirst()))
    case ("footprint", let bytes?):
      guard let bytes = Int64(bytes) else { return false }
      device.app.footprintBytes = bytes
      for launch in device.app.living { device.app.measureFootprint(launch) }
    default: return false
    }
    return true
  }

  /// What the radio reports of a peripheral.
  private static func bluetooth(_ event: String, _ words: [String]) -> BluetoothEvent? {
    guard let peripheral = words.first else { return nil }
    return switch event {
    case "connect": .connected(peripheral: peripheral)
    case "disconnect": .disconnected(peripheral: peripheral)
    case "discover": .discovered(peripheral: peripheral, services: Array(words.dropFirst()))
    case "data": .data(peripheral: peripheral)
    default: nil
    }
  }

  /// What a central asks of what the app offers; a question waits for an answer.
  private func central(_ app: String, _ words: [String]) -> BluetoothEvent? {
    guard words.count == 3, let app = AppIdentifier(app),
      let kind = CentralRequest.Kind(rawValue: words[0])
    else { return nil }
    let isQuestion = kind == .read || kind == .write
    if isQuestion { centralRequests += 1 }
    let request = CentralRequest(
      identifier: isQuestion ? CentralRequestIdentifier(rawValue: centralRequests) : nil,
      kind: kind,
      service: words[1],
      characteristic: words[2]
    )
    return .centralRequest(app: app, request: request)
  }

  /// A server of the test has answered a request.
  private func answer(_ transfer: String, _ words: [String]) -> Bool {
    guard let transfer = UInt64(transfer), let attempt = words.first.flatMap({ UInt32($0) }),
      let answer = ServerAnswer(words.dropFirst())
    else { return false }
    device.transfers.take(
      answer,
      for: TransferIdentifier(rawValue: transfer),
      attempt: attempt
    )
    return true
  }

  /// A phone with 4 GB, of which so much is free; our choice.
  private static func report(_ level: MemoryPressureLevel) -> MemoryReport {
    let free: Int64 =
      switch level {
      case .normal: 2_000_000_000
      case .warning: 200_000_000
      case .critical: 20_000_000
      }
    return MemoryReport(level: level, availableBytes: free, totalBytes: 4_000_000_000)
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while rest.count > 0 {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}
