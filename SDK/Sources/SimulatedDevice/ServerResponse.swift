public import Foundation

extension SimulatedDevice {
  /// What a background session of the app asks of a server of the test.
  public struct Request: Sendable {
    /// The method of HTTP.
    public var method: String
    /// What is asked for.
    public var url: URL
    /// The headers that the app has set, and `Authorization` where it has answered a challenge.
    public var headers: [String: String]
    /// How many bytes an earlier attempt has left; the download continues there where the server allows it.
    public var offset: Int
    /// The file that is uploaded; `nil`: a download.
    public var file: URL?
    /// Which attempt of the transfer it is, from 1.
    public var attempt: Int
  }

  /// What a server of the test answers.
  public struct Response: Sendable {
    /// How the connection ends.
    public enum End: Hashable, Sendable {
      /// With the last byte.
      case whole
      /// It breaks behind so many bytes of the file.
      case lost(afterBytes: Int)
      /// It stays, and no byte follows behind so many; the request times out.
      case stalls(afterBytes: Int)
      /// There is none: nobody listens.
      case unreachable
    }

    /// The status of HTTP; from 400 on nothing is downloaded.
    public var status = 200
    /// The headers; `Content-Type`, `Retry-After` in seconds, and with the status 401 `WWW-Authenticate` have an effect.
    public var headers: [String: String] = [:]
    /// What is downloaded; `nil`: as many zeros as `size` says.
    public var body: Data?
    /// How much is downloaded where there is no body, in bytes.
    public var size = 0
    /// How fast bytes move; `nil`: as fast as the network, which is 10 MB/s, or 2 MB/s where it is cellular.
    public var bytesPerSecond: Int?
    /// How long the server takes before the first byte moves; from the app's `timeoutIntervalForRequest` on it times out.
    public var delay = Duration.zero
    /// How the connection ends.
    public var end = End.whole
    /// Whether a download continues where an earlier attempt was; an upload never does.
    public var continues = true
    /// Whether the app learns how much it downloads before it has it.
    public var saysLength = true
    /// Called with what was uploaded, when all of it is there.
    public var received: (@Sendable (Data) -> Void)?

    /// Answers with a status and nothing else.
    public init(status: Int = 200, headers: [String: String] = [:]) {
      self.status = status
      self.headers = headers
    }

    /// Answers with a body.
    public init(body: Data, headers: [String: String] = [:]) {
      self.init(headers: headers)
      self.body = body
    }

    /// Answers with so many bytes, in which nothing stands and which take no room on the disk, at a speed or as fast as
    /// the network.
    public init(size: Int, bytesPerSecond: Int? = nil) {
      self.size = size
      self.bytesPerSecond = bytesPerSecond
    }

    /// Takes an upload, and calls `received` with what was uploaded when all of it is there.
    public init(status: Int = 201, received: @escaping @Sendable (Data) -> Void) {
      self.init(status: status)
      self.received = received
    }

    /// Nobody listens.
    public static var unreachable: Response {
      var response = Response()
      response.end = .unreachable
      return response
    }
  }

  /// Has a server of the test serve the background sessions of the app: those URLs with the host, and the port where they
  /// name one.
  ///
  ///     try await device.server("media.example.com") { request in
  ///       .init(size: 40_000_000, bytesPerSecond: 1_000_000)
  ///     }
  ///
  /// The transfer then takes as long as its bytes at that speed. The answer is asked for at each attempt of a transfer,
  /// on a thread of the device's; another server of the host replaces it. A host without a server is not found.
  ///
  /// - Throws: `DeviceError` where the host has a path, a user or a space.
  public func server(
    _ host: String,
    answer: @escaping @Sendable (Request) -> Response
  ) async throws {
    try await addServer(host, answer)
  }
}
