import TorporModel

/// How the last processes ended, for those who ask after the fact; 256 of them, our choice.
struct RecentEnds {
  private var records: [LaunchIdentifier: (record: ExitRecord, app: AppIdentifier?)] = [:]
  private var order: [LaunchIdentifier] = []
  private static let countMax = 256

  subscript(launch: LaunchIdentifier) -> (record: ExitRecord, app: AppIdentifier?)? {
    records[launch]
  }

  mutating func add(_ record: ExitRecord, of app: AppIdentifier?) {
    records[record.launch] = (record, app)
    order.append(record.launch)
    if order.count > RecentEnds.countMax { records[order.removeFirst()] = nil }
  }
}
