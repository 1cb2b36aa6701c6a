import Foundation
import Glibc

/// An HTTP server on a real socket, for default sessions: one answer for each connection.
final class StandInServer: Sendable {
  struct Request: Sendable {
    let method: String
    let path: String
    let headers: [String: String]
    let body: Data
  }

  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = Data()
    /// Whether it is never finished.
    var hangs = false
  }

  let url: URL
  private let listener: Int32
  private let answer: @Sendable (Request) -> Answer

  init(_ answer: @escaping @Sendable (Request) -> Answer) {
    self.answer = answer
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        guard bind(listener, $0, length) == 0, listen(listener, 16) == 0 else { return false }
        return getsockname(listener, $0, &length) == 0
      }
    }
    precondition(bound, "no socket")
    let text = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
    url = URL(string: text) ?? URL(fileURLWithPath: "/")
    Thread { self.serve() }.start()
  }

  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      Thread { self.serve(connection) }.start()
    }
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    guard let request = Self.read(connection) else { return }
    let answer = answer(request)
    var head = "HTTP/1.1 \(answer.status) Said\r\nConnection: close\r\n"
    let length = answer.body.count + (answer.hangs ? 1 : 0)
    for (name, value) in answer.headers.merging(
      ["Content-Length": "\(length)"],
      uniquingKeysWith: { $1 }
    ) {
      head += "\(name): \(value)\r\n"
    }
    let bytes = Array((head + "\r\n").utf8) + answer.body
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    // Until the client gives up.
    if answer.hangs {
      _ = recv(connection, UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1), 1, 0)
    }
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes = Data()
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let end = bytes.range(of: Data("\r\n\r\n".utf8)) {
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
          if parts.count == 2 {
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
          }
        }
        let length = headers["content-length"].flatMap(Int.init) ?? 0
        let body = bytes[end.upperBound...]
        if headers["expect"] != nil, body.isEmpty, length > 0 {
          let more = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
          _ = send(connection, more, more.count, Int32(MSG_NOSIGNAL))
        }
        if body.count >= length, words.count >= 2 {
          return Request(method: words[0], path: words[1], headers: headers, body: Data(body))
        }
      }
      let count = recv(connection, &room, room.count, 0)
      guard count > 0 else { return nil }
      bytes.append(contentsOf: room.prefix(count))
    }
  }
}
