public import Foundation

#if canImport(FoundationXML)
internal import FoundationXML
#endif

/// A track along which the device is moved: points, each with its time after the first one.
public struct Track: Hashable, Sendable {
  /// A point of a track.
  public struct Point: Hashable, Sendable {
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// The time after the start.
    public var after: Duration

    /// Makes a point of a track.
    public init(latitude: Double, longitude: Double, after: Duration) {
      self.latitude = latitude
      self.longitude = longitude
      self.after = after
    }
  }

  /// The points, in chronological order.
  public var points: [Point]

  /// Makes a track from its points.
  public init(_ points: [Point]) { self.points = points }

  /// Reads the points of all tracks in a GPX file, with their times.
  ///
  /// - Throws: `DeviceError` for a file without points, or with a point that has no position or no time.
  public init(gpx: Data) throws {
    let reader = GPXReader()
    let parser = XMLParser(data: gpx)
    parser.delegate = reader
    guard parser.parse() else {
      throw DeviceError("the track is not XML: \(parser.parserError.map { "\($0)" } ?? "")")
    }
    guard let first = reader.found.first else {
      throw DeviceError("the track has no point (trkpt).")
    }
    points = try reader.found.enumerated().map { index, found in
      guard let latitude = found.latitude, let longitude = found.longitude, let time = found.time,
        let begin = first.time
      else {
        throw DeviceError("point \(index + 1) of the track lacks lat, lon, or a time in ISO 8601.")
      }
      return Point(
        latitude: latitude,
        longitude: longitude,
        after: .seconds(time.timeIntervalSince(begin))
      )
    }
  }
}

private final class GPXReader: NSObject, XMLParserDelegate {
  struct Found {
    var latitude: Double?
    var longitude: Double?
    var time: Date?
  }

  var found: [Found] = []
  private var text = ""

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    guard name == "trkpt" else { return }
    found.append(
      Found(
        latitude: attributes["lat"].flatMap { Double($0) },
        longitude: attributes["lon"].flatMap { Double($0) }
      )
    )
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard name == "time", !found.isEmpty else { return }
    let written = text.trimmingCharacters(in: .whitespacesAndNewlines)
    found[found.count - 1].time = try? Date(written, strategy: .iso8601)
  }
}
