import TorporWire

/// The messages of gpsd's JSON protocol (gpsd_json(5)).
enum GPSDReport {
  /// The command that makes gpsd report every position from now on; it turns on the receiver for this.
  static let watch = #"?WATCH={"enable":true,"json":true};"# + "\n"

  /// The assumed accuracy of a position for which gpsd gives no estimate: 50 m.
  ///
  /// A receiver in two dimensions and with few satellites is rarely less accurate. Our choice.
  static let unknownAccuracyMetres = 50.0

  /// Returns the position in a line; `nil` if it has none, as while the receiver searches for satellites.
  ///
  /// Its time is ignored: gpsd passes positions on when they are determined, so they are new.
  static func fix(in line: JSON) -> BridgeFix? {
    // Mode 2 is a position in two dimensions, mode 3 in three.
    guard line["class"]?.text == "TPV", let mode = line["mode"]?.integer(as: Int.self), mode >= 2,
      let latitude = line["lat"]?.double, let longitude = line["lon"]?.double
    else { return nil }
    return BridgeFix(
      checkedLatitudeDegrees: latitude,
      longitudeDegrees: longitude,
      horizontalAccuracyMetres: accuracy(in: line),
      speedMetresPerSecond: line["speed"]?.double,
      courseDegrees: line["track"]?.double,
      // altMSL since gpsd 3.20, alt before that.
      altitudeMetres: mode >= 3 ? (line["altMSL"] ?? line["alt"])?.double : nil
    )
  }

  private static func accuracy(in line: JSON) -> Double {
    if let whole = line["eph"]?.double { return whole }
    guard let east = line["epx"]?.double, let north = line["epy"]?.double else {
      return unknownAccuracyMetres
    }
    return (east * east + north * north).squareRoot()
  }
}

/// Splits a stream into lines.
struct LineFramer {
  /// A line is longer than the limit; the stream cannot be read any further.
  struct Fault: Error, Hashable {}

  private let bytesMax: Int
  private var buffer: [UInt8] = []

  /// Makes a framer with the limit of one line, in bytes.
  init(lineBytesMax: Int) { bytesMax = lineBytesMax }

  mutating func append(_ bytes: [UInt8]) { buffer += bytes }

  /// Returns the next complete line without its end; `nil`: more bytes must arrive first.
  mutating func next() throws(Fault) -> [UInt8]? {
    guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else {
      guard buffer.count <= bytesMax else { throw Fault() }
      return nil
    }
    defer { buffer.removeFirst(end + 1) }
    return Array(buffer[..<end])
  }
}
