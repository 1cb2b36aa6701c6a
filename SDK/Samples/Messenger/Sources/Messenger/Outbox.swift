import Foundation

/// Messages, in files of the app: those that are to be sent, and those that have come.
class Outbox {
  private let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
  private var pending: [String] = []

  private var inbox: URL { folder.appendingPathComponent("inbox.txt") }

  func write(_ message: String) { pending.append(message) }

  /// Sends what is there; says whether all of it has gone.
  func send(over connection: ServerConnection) -> Bool {
    while let message = pending.first {
      guard connection.write("message \(message)") else { return false }
      pending.removeFirst()
      logger.notice("sent: \(message, privacy: .public)")
    }
    return true
  }

  func keep(_ line: String) {
    guard line.hasPrefix("message ") else { return }
    let before = (try? String(contentsOf: inbox, encoding: .utf8)) ?? ""
    try? "\(before)\(line.dropFirst("message ".count))\n"
      .write(to: inbox, atomically: true, encoding: .utf8)
  }
}
