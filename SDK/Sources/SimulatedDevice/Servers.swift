internal import Foundation

/// The servers of the test, which the device asks for their responses.
///
/// Used only by the device's thread.
final class Servers {
  private typealias Response = SimulatedDevice.Response
  private var servers: [String: @Sendable (SimulatedDevice.Request) -> SimulatedDevice.Response] =
    [:]
  /// The closures that are called with uploads, and the files of these uploads.
  private var uploads: [String: (file: URL, received: @Sendable (Data) -> Void)] = [:]
  /// The folder for the bodies of responses, from which the device reads them.
  private let folder: String

  init(folder: String) { self.folder = folder + "/answers" }

  /// Adds a server with that name, with or without a port.
  func add(
    _ host: String,
    _ answer: @escaping @Sendable (SimulatedDevice.Request) -> SimulatedDevice.Response
  ) throws {
    let isHost = !host.isEmpty && !host.contains { "/@? ".contains($0) }
    guard isHost else {
      throw DeviceError(
        "'\(host)' is not a host. Write it as in the URL, with the port if that has one: example.com:8000"
      )
    }
    servers[host.lowercased()] = answer
  }

  // MARK: Orders of the device

  /// Returns the command that gives the device a server's response.
  func answer(_ order: String) throws -> String {
    let words = order.split(separator: " ").map(String.init)
    guard words.count > 3, let request = SimulatedDevice.Request(words) else {
      throw DeviceError("the device asks for what is not known: \(order)")
    }
    let command = "answer \(words[1]) \(words[2])"
    guard let server = servers[request.authority] else { return "\(command) end=unknownHost" }
    let response = server(request)
    let key = "\(words[1]) \(words[2])"
    uploads[key] = nil
    if let file = request.file, let received = response.received {
      uploads[key] = (file, received)
    }
    return ([command] + (try self.words(response, file: "\(folder)/\(words[1])")))
      .joined(separator: " ")
  }

  /// Handles a complete upload.
  func received(_ order: String) {
    let key = order.split(separator: " ").dropFirst().joined(separator: " ")
    guard let upload = uploads.removeValue(forKey: key) else { return }
    upload.received((try? Data(contentsOf: upload.file)) ?? Data())
  }

  private func words(_ response: Response, file: String) throws -> [String] {
    var words = [
      "status=\(max(0, response.status))", "bytes=\(response.body?.count ?? max(0, response.size))",
      "continues=\(response.continues ? 1 : 0)", "length=\(response.saysLength ? 1 : 0)",
      "delay=\(response.delay.nanoseconds)", "end=\(response.end.word)",
    ]
    if let speed = response.bytesPerSecond { words.append("speed=\(max(0, speed))") }
    if let type = response.header("Content-Type") { words.append("mime=\(type.hexadecimal)") }
    if let seconds = response.header("Retry-After").flatMap({ Int($0) }) {
      words.append("retry=\(max(0, seconds))")
    }
    if let realm = response.header("WWW-Authenticate")?.realm {
      words.append("realm=\(realm.hexadecimal)")
    }
    guard let body = response.body else { return words }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try body.write(to: URL(fileURLWithPath: file))
    return words + ["file=\(file.hexadecimal)"]
  }
}

extension SimulatedDevice.Request {
  /// Parses an order of the device: `request TRANSFER ATTEMPT name=value …`.
  fileprivate init?(_ words: [String]) {
    var values: [String: String] = [:]
    for word in words.dropFirst(3) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      values[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
    }
    func text(_ name: String) -> String? { values[name].flatMap { String(hexadecimal: $0) } }
    guard let method = values["method"], let attempt = Int(words[2]),
      let url = text("url").flatMap(URL.init(string:))
    else { return nil }
    var headers: [String: String] = [:]
    for line in (text("headers") ?? "").split(separator: "\n") {
      guard let colon = line.range(of: ": ") else { continue }
      headers[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
    }
    if let user = text("user"), let password = text("password") {
      let login = Data("\(user):\(password)".utf8).base64EncodedString()
      headers["Authorization"] = "Basic \(login)"
    }
    self.init(
      method: method,
      url: url,
      headers: headers,
      offset: values["from"].flatMap { Int($0) } ?? 0,
      file: text("file").map { URL(fileURLWithPath: $0) },
      attempt: attempt
    )
  }

  /// The host of the URL, with the port if one is given.
  fileprivate var authority: String {
    let host = url.host?.lowercased() ?? ""
    return url.port.map { "\(host):\($0)" } ?? host
  }
}

extension SimulatedDevice.Response {
  fileprivate func header(_ name: String) -> String? {
    headers.first { $0.key.lowercased() == name.lowercased() }?.value
  }
}

extension SimulatedDevice.Response.End {
  fileprivate var word: String {
    switch self {
    case .whole: "whole"
    case .lost(let bytes): "lost:\(max(0, bytes))"
    case .stalls(let bytes): "stalls:\(max(0, bytes))"
    case .unreachable: "unreachable"
    }
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 {
    max(0, components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000)
  }
}

extension String {
  /// Two digits for each byte, so that a line has no additional spaces.
  fileprivate var hexadecimal: String {
    utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  fileprivate init?(hexadecimal text: String) {
    var bytes: [UInt8] = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    self = String(decoding: bytes, as: UTF8.self)
  }

  /// The realm in a `WWW-Authenticate` header.
  fileprivate var realm: String? {
    guard let start = range(of: "realm=\"") else { return nil }
    return String(self[start.upperBound...].prefix { $0 != "\"" })
  }
}
