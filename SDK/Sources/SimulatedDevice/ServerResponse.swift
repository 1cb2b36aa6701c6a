public import Foundation

extension SimulatedDevice {
  /// A request of the app's background session to a server of the test.
  public struct Request: Sendable {
    /// The HTTP method.
    public var method: String
    /// The requested URL.
    public var url: URL
    /// The headers that the app has set, and `Authorization` if it has answered a challenge.
    public var headers: [String: String]
    /// The number of bytes that an earlier attempt has left; the download continues there if the server allows it.
    public var offset: Int
    /// The file that is uploaded; `nil`: a download.
    public var file: URL?
    /// The number of the transfer's attempt, from 1.
    public var attempt: Int
  }

  /// The response of a server of the test.
  public struct Response: Sendable {
    /// How the connection ends.
    public enum End: Hashable, Sendable {
      /// With the last byte.
      case whole
      /// It is lost after a number of bytes of the file.
      case lost(afterBytes: Int)
      /// It stays open, but no byte follows after a number of bytes; the request times out.
      case stalls(afterBytes: Int)
      /// There is no connection: nothing listens.
      case unreachable
    }

    /// The HTTP status; from 400 on nothing is downloaded.
    public var status = 200
    /// The headers; `Content-Type`, `Retry-After` in seconds, and, with the status 401, `WWW-Authenticate` have an
    /// effect.
    public var headers: [String: String] = [:]
    /// The downloaded data; `nil`: as many zeros as `size` says.
    public var body: Data?
    /// The size of the download in bytes if there is no body.
    public var size = 0
    /// The speed; `nil`: as fast as the network, which is 10 MB/s, or 2 MB/s if it is cellular.
    public var bytesPerSecond: Int?
    /// The time that the server takes before the first byte; from the app's `timeoutIntervalForRequest` on, the request
    /// times out.
    public var delay = Duration.zero
    /// How the connection ends.
    public var end = End.whole
    /// Whether a download continues where an earlier attempt stopped; an upload never does.
    public var continues = true
    /// Whether the app learns the length of the download in advance.
    public var saysLength = true
    /// A closure that is called with the uploaded data when the upload is complete.
    public var received: (@Sendable (Data) -> Void)?

    /// Responds with only a status.
    public init(status: Int = 200, headers: [String: String] = [:]) {
      self.status = status
      self.headers = headers
    }

    /// Responds with a body.
    public init(body: Data, headers: [String: String] = [:]) {
      self.init(headers: headers)
      self.body = body
    }

    /// Responds with a number of zero bytes, which take up no space on the disk, at a given speed or as fast as the
    /// network.
    public init(size: Int, bytesPerSecond: Int? = nil) {
      self.size = size
      self.bytesPerSecond = bytesPerSecond
    }

    /// Accepts an upload, and calls `received` with the uploaded data when the upload is complete.
    public init(status: Int = 201, received: @escaping @Sendable (Data) -> Void) {
      self.init(status: status)
      self.received = received
    }

    /// A server that does not listen.
    public static var unreachable: Response {
      var response = Response()
      response.end = .unreachable
      return response
    }
  }

  /// Adds a server of the test for the app's background sessions: it serves the URLs with the host, and with the port
  /// if one is given.
  ///
  ///     try await device.server("media.example.com") { request in
  ///       .init(size: 40_000_000, bytesPerSecond: 1_000_000)
  ///     }
  ///
  /// The transfer then takes as long as its bytes need at that speed. The response is requested for each attempt of a
  /// transfer, on a thread of the device; another server with the same host replaces it. A host without a server is not
  /// found.
  ///
  /// - Throws: `DeviceError` if the host contains a path, a user or a space.
  public func server(
    _ host: String,
    answer: @escaping @Sendable (Request) -> Response
  ) async throws {
    try await addServer(host, answer)
  }
}
