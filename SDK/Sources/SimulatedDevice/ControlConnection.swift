internal import Foundation
internal import Glibc

/// The actions and questions of the device's user, made like those of any of their programs: Varlink at the device's
/// socket.
///
/// Used only by the device's thread.
final class ControlConnection {
  private let socket: Int32
  private var pending = Data()

  init(folder: String) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = folder + "/socket"
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else {
      throw DeviceError(
        "\(path) is too long for a socket. Set TMPDIR to a folder with a shorter path."
      )
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      throw DeviceError(
        "the device does not answer at \(path): \(String(cString: strerror(errno)))"
      )
    }
  }

  deinit { Glibc.close(socket) }

  /// Makes a call and waits for its answer.
  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    let call: [String: Any] = [
      "method": "io.torpor.Control.\(method)", "parameters": parameters,
    ]
    var bytes = try JSONSerialization.data(withJSONObject: call)
    bytes.append(0)
    let sent = bytes.withUnsafeBytes {
      send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard sent == bytes.count else { throw DeviceError("the device has ended unexpectedly") }
    let answer = try JSONSerialization.jsonObject(with: try nextMessage()) as? [String: Any] ?? [:]
    let values = answer["parameters"] as? [String: Any] ?? [:]
    guard let error = answer["error"] as? String else { return values }
    let sentence = values["message"] as? String ?? "\(error) \(values)"
    throw DeviceError("\(method) is refused: \(sentence)")
  }

  private func nextMessage() throws -> Data {
    while true {
      if let end = pending.firstIndex(of: 0) {
        defer { pending = Data(pending[(end + 1)...]) }
        return Data(pending[..<end])
      }
      var room = [UInt8](repeating: 0, count: 65_536)
      let count = recv(socket, &room, room.count, 0)
      guard count > 0 else { throw DeviceError("the device has ended unexpectedly") }
      pending.append(contentsOf: room[..<count])
    }
  }
}
