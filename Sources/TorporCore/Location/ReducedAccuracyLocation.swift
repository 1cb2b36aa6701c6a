import TorporModel

/// The approximate location known to an app with reduced accuracy (§8.2).
///
/// The earth is divided into cells of about 5 km, and the app gets the centre of the device's cell:
/// however often it asks, it learns only the cell, and cannot average. A device moving along a border
/// stays in the reported cell until well beyond the border, so that the border is not reported
/// repeatedly.
struct ReducedAccuracyLocation: Hashable, Sendable, Saved {
  /// What was told last.
  private(set) var place: Location?
  private var cell: Cell?
  /// Whether there is a newer location than the app knows.
  private var hasNews = false

  /// The shortest time between two updates (§8.2: every 15 to 20 min).
  static let spacing = Duration.minutes(15)
  /// How far beyond the border of its cell the device must be, in metres; our choice: as the crossing of
  /// a region, many times over, and small enough that the circle that is told still holds the device.
  fileprivate static let beyondMetres = 600.0
  /// The radius of the circle that is told, in metres (§8.2): it holds the cell, what is around it and a
  /// fix with an error of 500 m.
  private static let radiusMetres = 5000.0
  /// The same without the error of the fix: half the diagonal of a cell with its surroundings.
  private static let reachMetres = 4500.0

  /// Takes in a fix, and returns what the app is told of it; `nil`: nothing, for now.
  mutating func take(_ fix: Location, at now: Instant) -> Location? {
    if let place, now < place.at + Self.spacing {
      hasNews = true
      return nil
    }
    if cell?.holds(fix.coordinate) != true { cell = Cell(fix.coordinate) }
    hasNews = false
    place = Location(
      coordinate: cell?.middle ?? fix.coordinate,
      horizontalAccuracyMetres: max(
        Self.radiusMetres,
        Self.reachMetres + fix.horizontalAccuracyMetres
      ),
      at: now
    )
    return place
  }

  /// When the app may be told what it does not know yet.
  var deadline: Instant? { hasNews ? place.map { $0.at + Self.spacing } : nil }
}

/// One of the cells: a band of latitudes, and a part of it.
private struct Cell: Hashable, Sendable, Saved {
  /// Counted from the south pole.
  let row: Int
  /// Counted from the date line to the east.
  let column: Int

  /// Rows in a degree of latitude: 5,026 m each on the equator, 5,077 m at the poles.
  private static let rowsOfDegree = 22.0
  /// How wide a cell is at least, in metres: as a row is high on the equator.
  private static let widthMetres = 5026.0
  private static let metresOfDegree = 111_000.0

  init(_ coordinate: Coordinate) {
    let rows = Int(180 * Self.rowsOfDegree)
    row = min(rows - 1, Int((coordinate.latitude + 90) * Self.rowsOfDegree))
    let columns = Self.columns(ofRow: row)
    column = min(columns - 1, Int((coordinate.longitude + 180) / 360 * Double(columns)))
  }

  var middle: Coordinate {
    Coordinate(
      latitude: (Double(row) + 0.5) / Self.rowsOfDegree - 90,
      longitude: (Double(column) + 0.5) * widthDegrees - 180
    )
  }

  /// Whether the point is in it, or not well beyond its border.
  func holds(_ point: Coordinate) -> Bool {
    let north = abs(point.latitude - middle.latitude)
    let east = abs((point.longitude - middle.longitude).remainder(dividingBy: 360))
    let beyond = ReducedAccuracyLocation.beyondMetres / Self.metresOfDegree
    // A degree of longitude is as long as the width of the cell says.
    let beyondEast = ReducedAccuracyLocation.beyondMetres / Self.widthMetres * widthDegrees
    return north <= 0.5 / Self.rowsOfDegree + beyond && east <= widthDegrees / 2 + beyondEast
  }

  private var widthDegrees: Double { 360 / Double(Self.columns(ofRow: row)) }

  /// As many as fit into the row side by side; at least one, which is the cap around a pole.
  private static func columns(ofRow row: Int) -> Int {
    let latitude = (Double(row) + 0.5) / rowsOfDegree - 90
    let length = Coordinate(latitude: latitude, longitude: 0).parallelMetres
    return max(1, Int(length / widthMetres))
  }
}

extension LocationClient {
  /// What the app may know of a fix; `nil`: nothing, for now.
  mutating func known(_ fix: Location, to app: LocationClientContext, at now: Instant) -> Location?
  {
    app.accuracy == .reduced ? coarse.take(fix, at: now) : fix
  }

  /// What the app may know of where the device is.
  func known(_ device: DeviceLocation, to app: LocationClientContext) -> DeviceLocation {
    guard app.accuracy == .reduced else { return device }
    return DeviceLocation(
      place: device.place == nil ? nil : coarse.place,
      stillness: device.stillness
    )
  }
}

extension LocationDemand {
  /// The same for an app that is told no more than about where the device is.
  ///
  /// Locating by cell towers is sufficient for a cell.
  func coarsened(_ accuracy: LocationAccuracy) -> LocationDemand {
    guard accuracy == .reduced else { return self }
    return LocationDemand(
      accuracyMetres: max(accuracyMetres, 500),
      intervalSeconds: max(
        intervalSeconds,
        Int(ReducedAccuracyLocation.spacing.components.seconds)
      ),
      distanceMetres: distanceMetres
    )
  }
}

extension Cell {
  /// Writes column and row; handwritten, because a moved place is in another cell.
  func write(to writer: inout SavedWriter) {
    let cell = writer.movesPlaces ? moved(by: writer) : self
    writer.beginObject()
    writer.key("column")
    cell.column.write(to: &writer)
    writer.key("row")
    cell.row.write(to: &writer)
    writer.endObject()
  }

  /// Reads column and row.
  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    try reader.key("column")
    column = try Int(from: &reader)
    try reader.key("row")
    row = try Int(from: &reader)
    try reader.endObject()
  }

  private func moved(by writer: SavedWriter) -> Cell {
    let place = writer.moved(latitude: middle.latitude, longitude: middle.longitude)
    return Cell(Coordinate(latitude: place.latitude, longitude: place.longitude))
  }
}

// MARK: - Saved, written by scripts/generate-saved

extension ReducedAccuracyLocation {
  func write(to writer: inout SavedWriter) {
    writer.beginObject()
    if let cell {
      writer.key("cell")
      cell.write(to: &writer)
    }
    writer.key("hasNews")
    hasNews.write(to: &writer)
    if let place {
      writer.key("place")
      place.write(to: &writer)
    }
    writer.endObject()
  }

  init(from reader: inout SavedReader) throws(SavedFailure) {
    try reader.beginObject()
    cell = try reader.hasKey("cell") ? Cell(from: &reader) : nil
    try reader.key("hasNews")
    hasNews = try Bool(from: &reader)
    place = try reader.hasKey("place") ? Location(from: &reader) : nil
    try reader.endObject()
  }
}
