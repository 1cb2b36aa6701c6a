import TorporModel
import TorporWire

@testable import Torpor

/// What the tests of background sessions have in common.
enum SessionSamples {
  static func token(_ number: UInt64) -> CallbackToken { CallbackToken(rawValue: number) }

  static func transfer(_ number: UInt64) -> TransferIdentifier {
    TransferIdentifier(rawValue: number)
  }

  static func isReturn(_ number: UInt64) -> (AppRequest) -> Bool {
    { $0 == .returned(callback: token(number)) }
  }

  static let episodes = SessionConfiguration(identifier: "episodes")
  static func isOpening(_ request: AppRequest) -> Bool { request == .session(.open(episodes)) }
  static let success = TransferOutcome(at: .at(.seconds(9)), status: 200)
}

extension FakeSystem {
  /// What apps asked about sessions, in order.
  var sessionRequests: [SessionRequest] {
    requests.compactMap { if case .session(let request) = $0 { request } else { nil } }
  }

  /// A system that answers everything well.
  static func obliging() throws -> FakeSystem {
    try FakeSystem { connection, _ in
      try connection.acceptAttach()
      try connection.serve()
    }
  }
}
