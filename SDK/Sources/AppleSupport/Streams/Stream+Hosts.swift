public import Foundation

extension Stream {
  /// Makes a pair of streams to a server: TCP, without encryption.
  ///
  /// The connection begins when the first of them is opened. Their delegates are called on the main run loop, whichever
  /// run loop the streams are scheduled on.
  public class func getStreamsToHost(
    withName hostname: String,
    port: Int,
    inputStream: UnsafeMutablePointer<InputStream?>?,
    outputStream: UnsafeMutablePointer<OutputStream?>?
  ) {
    let socket = StreamSocket(host: hostname, port: port)
    if let inputStream { inputStream.pointee = SocketInputStream(socket) }
    if let outputStream { outputStream.pointee = SocketOutputStream(socket) }
  }

  /// Sets a property like the method of Foundation for Linux, which takes only objects: for values such as
  /// `StreamNetworkServiceTypeValue`.
  @discardableResult
  public func setProperty(_ property: Any?, forKey key: PropertyKey) -> Bool {
    switch property {
    case let type as StreamNetworkServiceTypeValue:
      setProperty(NSString(string: type.rawValue), forKey: key)
    case let level as StreamSocketSecurityLevel:
      setProperty(NSString(string: level.rawValue), forKey: key)
    case let text as String: setProperty(NSString(string: text), forKey: key)
    case let object as NSObject: setProperty(object, forKey: key)
    default: false
    }
  }
}

/// One direction of a connection: the part that is common to both of Apple's classes.
final class StreamHalf {
  let socket: StreamSocket
  let direction: StreamSocket.Direction

  init(_ socket: StreamSocket, _ direction: StreamSocket.Direction) {
    (self.socket, self.direction) = (socket, direction)
  }

  private static var noSecurity: NSString {
    NSString(string: StreamSocketSecurityLevel.none.rawValue)
  }

  func property(_ key: Stream.PropertyKey) -> AnyObject? {
    key == .networkServiceType ? socket.serviceType.map { NSString(string: $0) } : nil
  }

  /// Sets a property; only the service type is supported, and a request for encryption prevents the connection from
  /// being made.
  func set(_ property: AnyObject?, _ key: Stream.PropertyKey) -> Bool {
    let isOfSecurity =
      key == .socketSecurityLevelKey || key.rawValue == "kCFStreamPropertySSLSettings"
    if isOfSecurity, property != nil, property as? NSString != Self.noSecurity { socket.secure() }
    guard key == .networkServiceType, let type = property as? NSString else { return false }
    socket.serviceType = type as String
    return true
  }
}

/// The stream of bytes from a server.
final class SocketInputStream: InputStream {
  private let half: StreamHalf

  init(_ socket: StreamSocket) {
    half = StreamHalf(socket, .input)
    super.init(data: Data())
    socket.set(self, as: .input)
  }

  deinit { half.socket.close(.input) }

  override var delegate: (any StreamDelegate)? {
    get { half.socket.delegate(of: .input) }
    set { half.socket.setDelegate(newValue, of: .input) }
  }
  override func open() { half.socket.open(.input) }
  override func close() { half.socket.close(.input) }
  override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    half.socket.schedule(.input, true)
  }
  override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    half.socket.schedule(.input, false)
  }
  override func property(forKey key: PropertyKey) -> AnyObject? { half.property(key) }
  override func setProperty(_ property: AnyObject?, forKey key: PropertyKey) -> Bool {
    half.set(property, key)
  }
  override var streamStatus: Status { half.socket.status(of: .input) }
  override var streamError: (any Error)? { half.socket.error }
  override var hasBytesAvailable: Bool { half.socket.canRead }
  override func getBuffer(
    _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
    length len: UnsafeMutablePointer<Int>
  ) -> Bool { false }
  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
    half.socket.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: len))
  }
}

/// The stream of bytes to a server.
final class SocketOutputStream: OutputStream {
  private let half: StreamHalf

  init(_ socket: StreamSocket) {
    half = StreamHalf(socket, .output)
    super.init(toMemory: ())
    socket.set(self, as: .output)
  }

  required init(toMemory: ()) { fatalError("a stream to a server has no memory") }

  deinit { half.socket.close(.output) }

  override var delegate: (any StreamDelegate)? {
    get { half.socket.delegate(of: .output) }
    set { half.socket.setDelegate(newValue, of: .output) }
  }
  override func open() { half.socket.open(.output) }
  override func close() { half.socket.close(.output) }
  override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    half.socket.schedule(.output, true)
  }
  override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {
    half.socket.schedule(.output, false)
  }
  override func property(forKey key: PropertyKey) -> AnyObject? { half.property(key) }
  override func setProperty(_ property: AnyObject?, forKey key: PropertyKey) -> Bool {
    half.set(property, key)
  }
  override var streamStatus: Status { half.socket.status(of: .output) }
  override var streamError: (any Error)? { half.socket.error }
  override var hasSpaceAvailable: Bool { half.socket.canWrite }
  override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int {
    half.socket.write(UnsafeRawBufferPointer(start: buffer, count: len))
  }
}
