import Foundation

@testable import UIKit

/// Background sessions for tests, and what the system says of their transfers.
enum Background {
  static let episode = URL(string: "https://example.com/7.mp3") ?? URL(fileURLWithPath: "/")

  /// A session of a name of its own: a process has one of each.
  @MainActor
  static func session(
    _ delegate: any URLSessionDelegate,
    _ change: (URLSessionConfiguration) -> Void = { _ in }
  ) -> (session: URLSession, name: String) {
    let name = "s-\(UUID().uuidString)"
    let configuration = URLSessionConfiguration.background(withIdentifier: name)
    change(configuration)
    return (
      URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil), name
    )
  }

  /// A row of the system's list.
  static func row(_ transfer: Int, _ session: String, _ rest: String) -> String {
    #"{"transfer": "\#(transfer)", "session": "\#(session)", "isDiscretionary": false, "#
      + #""submittedMicroseconds": 1, "deadlineMicroseconds": 2, "attempts": 1, "bytes": 3, "#
      + #""expectedBytes": 9, "blockers": [], \#(rest)}"#
  }

  /// A file to send.
  static func file(_ content: String) throws -> URL {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("sdk-\(UUID().uuidString)")
    try Data(content.utf8).write(to: file)
    return file
  }
}
