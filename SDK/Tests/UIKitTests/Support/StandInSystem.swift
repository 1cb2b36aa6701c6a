import Foundation
import Glibc
import Synchronization

/// A system on a real socket, for the client library under the SDK: it sends the events that a test says, answers
/// every call, and keeps what the app asked for, in order.
final class StandInSystem: Sendable {
  /// A call of the app.
  struct Call: Sendable {
    let method: String
    let parameters: [String: String]
    /// The parameters as JSON with sorted keys, without the key of the call.
    let json: String

    /// The method, with the parameter that says most.
    var text: String {
      let detail = ["callback", "task", "identifier", "transfer"].compactMap { parameters[$0] }
        .first
      return detail.map { "\(method) \($0)" } ?? method
    }
  }

  /// What an answer says: parameters, or an error with its parameters.
  enum Answer: Sendable {
    case reply(String)
    case error(String, String)
  }

  private struct State {
    var connection: Int32 = -1
    var waiting: [String] = []
    var calls: [Call] = []
    var readers: [@Sendable ([Call]) -> Bool] = []
  }

  let path: String
  private let listener: Int32
  private let state = Mutex(State())
  private let answer: @Sendable (Call) -> Answer?

  init(_ answer: @escaping @Sendable (Call) -> Answer? = { _ in nil }) {
    path = "\(NSTemporaryDirectory())/torpor-sdk-\(UUID().uuidString.prefix(8))"
    self.answer = answer
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    precondition(bound == 0 && listen(listener, 4) == 0, "no socket at \(path)")
    Thread { self.serve() }.start()
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    unlink(path)
  }

  /// Everything that the app has asked for so far.
  var calls: [String] { state.withLock { $0.calls.map(\.text) } }

  /// The parameters of all calls of a method.
  func json(of method: String) -> [String] {
    state.withLock { $0.calls.filter { $0.method == method }.map(\.json) }
  }

  /// Sends an event; before the app has attached it waits for that.
  func deliver(_ callback: Int, _ name: String, _ members: String = "") {
    let rest = members.isEmpty ? "" : ", \(members)"
    send(
      #"{"parameters": {"event": {"callback": "\#(callback)", "name": "\#(name)"\#(rest)}}, "continues": true}"#
    )
  }

  /// Sends two events at once, so that the second one is there when the first one is handled.
  func deliver(_ first: (Int, String, String), with second: (Int, String, String)) {
    func text(_ event: (Int, String, String)) -> String {
      let rest = event.2.isEmpty ? "" : ", \(event.2)"
      return
        #"{"parameters": {"event": {"callback": "\#(event.0)", "name": "\#(event.1)"\#(rest)}}, "continues": true}"#
    }
    send(text(first) + "\0" + text(second))
  }

  /// Sends how far a transfer is.
  func report(_ members: String) {
    send(
      #"{"parameters": {"progress": {\#(members), "bytesPerSecond": 1}}, "continues": true}"#
    )
  }

  /// Returns once the app has made a call, with it.
  @discardableResult
  func seen(_ text: String) async -> Call {
    await withCheckedContinuation { continuation in
      let reader: @Sendable ([Call]) -> Bool = { calls in
        guard let call = calls.last(where: { $0.text == text }) else { return false }
        continuation.resume(returning: call)
        return true
      }
      state.withLock { state in
        if !reader(state.calls) { state.readers.append(reader) }
      }
    }
  }

  /// Returns once the app has made a call so often.
  func seen(_ count: Int, _ text: String) async {
    await withCheckedContinuation { continuation in
      let reader: @Sendable ([Call]) -> Bool = { calls in
        guard calls.count(where: { $0.text == text }) >= count else { return false }
        continuation.resume()
        return true
      }
      state.withLock { state in
        if !reader(state.calls) { state.readers.append(reader) }
      }
    }
  }

  private func send(_ message: String) {
    state.withLock { state in
      guard state.connection >= 0 else {
        state.waiting.append(message)
        return
      }
      let bytes = Array(message.utf8) + [0]
      _ = Glibc.send(state.connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      serve(connection)
      state.withLock { $0.connection = -1 }
      close(connection)
    }
  }

  private func serve(_ connection: Int32) {
    var pending = Data()
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &room, room.count, 0)
      guard count > 0 else { return }
      pending.append(contentsOf: room.prefix(count))
      while let end = pending.firstIndex(of: 0) {
        let message = pending[pending.startIndex..<end]
        pending = Data(pending[(end + 1)...])
        take(Data(message), connection)
      }
    }
  }

  private func take(_ message: Data, _ connection: Int32) {
    guard let object = try? JSONSerialization.jsonObject(with: message) as? [String: Any],
      let name = object["method"] as? String
    else { return }
    let parameters = (object["parameters"] as? [String: Any] ?? [:]).mapValues { "\($0)" }
    let method = name.split(separator: ".").last.map(String.init) ?? name
    guard method != "Attach" else {
      let waiting = state.withLock { state in
        state.connection = connection
        defer { state.waiting = [] }
        return state.waiting
      }
      send(#"{"parameters": {"version": 1}, "continues": true}"#)
      for message in waiting { send(message) }
      return
    }
    let members = (object["parameters"] as? [String: Any] ?? [:]).filter { $0.key != "key" }
    let json = try? JSONSerialization.data(withJSONObject: members, options: [.sortedKeys])
    let call = Call(
      method: method,
      parameters: parameters,
      json: String(decoding: json ?? Data(), as: UTF8.self)
    )
    // Before the answer: the app may be asked at once what it has called.
    state.withLock { state in
      state.calls.append(call)
      let calls = state.calls
      state.readers.removeAll { $0(calls) }
    }
    let key = parameters["key"] ?? ""
    switch answer(call) ?? .reply(Self.usual[method] ?? "{}") {
    case .reply(let reply):
      send(
        #"{"parameters": {"answer": {"key": "\#(key)", "parameters": \#(reply)}}, "continues": true}"#
      )
    case .error(let error, let reply):
      send(
        #"{"parameters": {"answer": {"key": "\#(key)", "error": "\#(error)", "parameters": \#(reply)}}, "#
          + #""continues": true}"#
      )
    }
  }

  /// What a good system answers.
  private static let usual = [
    "BeginBackgroundTask": #"{"task": "7"}"#,
    "BackgroundTimeRemaining": #"{"microseconds": 25500000}"#,
    "RegisterTask": #"{"isPermitted": true}"#,
    "RegisterForPush": #"{"token": "00ff10"}"#,
    "LocationAuthorization": #"{"authorization": "always"}"#,
    "LocationAccuracy": #"{"accuracy": "full"}"#,
    "MonitoredRegions": #"{"regions": []}"#,
    "PendingTaskRequests": #"{"requests": []}"#,
    "StartTransfers": #"{"first": "5", "count": 1}"#,
    "ListTransfers": #"{"transfers": [], "hasMore": false}"#,
    "DeliveredNotifications": #"{"notifications": []}"#,
    "PendingNotifications": #"{"notifications": []}"#,
  ]
}
