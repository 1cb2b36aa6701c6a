import Foundation

protocol ServerConnectionDelegate: AnyObject {
  func connection(_ connection: ServerConnection, didReceive line: String)
}

/// The connection with the server, which stays open while the app is suspended: a line for each message.
class ServerConnection: NSObject {
  weak var delegate: ServerConnectionDelegate?

  private var inputStream: InputStream?
  private var outputStream: OutputStream?
  private var received = Data()
  private(set) var isOpen = false

  /// Connects, unless that has been done; says whether it was necessary.
  @discardableResult
  func open() -> Bool {
    guard inputStream == nil else { return false }
    let port = Bundle.main.object(forInfoDictionaryKey: "ServerPort") as? Int ?? 5222
    Stream.getStreamsToHost(
      withName: "127.0.0.1",
      port: port,
      inputStream: &inputStream,
      outputStream: &outputStream
    )
    for stream in [inputStream, outputStream] as [Stream?] {
      stream?.delegate = self
      stream?.schedule(in: .main, forMode: .common)
      stream?.setProperty(StreamNetworkServiceTypeValue.voIP, forKey: .networkServiceType)
      stream?.open()
    }
    return true
  }

  func close() {
    for stream in [inputStream, outputStream] as [Stream?] {
      stream?.close()
      stream?.remove(from: .main, forMode: .common)
    }
    inputStream = nil
    outputStream = nil
    isOpen = false
  }

  /// The server answers, and so do the routers on the way.
  func ping() { write("ping") }

  @discardableResult
  func write(_ line: String) -> Bool {
    guard isOpen, let stream = outputStream, stream.hasSpaceAvailable else { return false }
    let bytes = Array("\(line)\n".utf8)
    return stream.write(bytes, maxLength: bytes.count) == bytes.count
  }

  private func read() {
    guard let stream = inputStream else { return }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = stream.read(&buffer, maxLength: buffer.count)
    guard count > 0 else { return }
    received.append(contentsOf: buffer[..<count])
    while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: received[..<end], as: UTF8.self)
      received = Data(received[(end + 1)...])
      delegate?.connection(self, didReceive: line)
    }
  }
}

extension ServerConnection: StreamDelegate {
  func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
    switch eventCode {
    case .openCompleted: isOpen = true
    case .hasBytesAvailable: read()
    case .endEncountered, .errorOccurred: close()
    default: break
    }
  }
}
