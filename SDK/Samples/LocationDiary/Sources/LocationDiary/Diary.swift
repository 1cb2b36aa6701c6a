import CoreLocation

/// Where the device has been, in a file of the app.
final class Diary {
  struct Entry: Codable {
    var what: String
    var latitude: Double?
    var longitude: Double?
    var date: Date
  }

  private(set) var entries: [Entry]
  private let file: URL

  init() {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    file = folder.appendingPathComponent("diary.json")
    let data = try? Data(contentsOf: file)
    entries = data.flatMap { try? JSONDecoder().decode([Entry].self, from: $0) } ?? []
  }

  func note(_ what: String, at location: CLLocation? = nil) {
    entries.append(
      Entry(
        what: what,
        latitude: location?.coordinate.latitude,
        longitude: location?.coordinate.longitude,
        date: location?.timestamp ?? Date()
      )
    )
    guard let data = try? JSONEncoder().encode(entries) else { return }
    try? data.write(to: file, options: .atomic)
  }
}
