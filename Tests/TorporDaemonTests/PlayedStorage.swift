import TorporCore
import TorporModel

/// A disk that a test plays: it keeps what it was told, and answers nothing by itself.
final class PlayedStorage: StoragePort {
  private(set) var orders: [(order: StorageOrder, kept: [String])] = []
  private(set) var stopped: [AppIdentifier] = []
  private(set) var forgotten: [AppIdentifier] = []

  func perform(_ order: StorageOrder, for owner: RecipeOwner, keeping: [String]) {
    orders.append((order, keeping))
  }

  func stop(_ app: AppIdentifier) { stopped.append(app) }
  func forget(_ app: AppIdentifier) { forgotten.append(app) }
  func measure(_ apps: [MeasuredApp]) {}
  func usage(of app: AppIdentifier) -> StorageUsage? { nil }
  var room: DiskSpace?
  func progress(of apps: [AppIdentifier]) -> MeasuringProgress? { nil }
}
