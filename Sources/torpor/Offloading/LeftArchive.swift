import TorporModel
import TorporPosix
import TorporWire

/// The archive of an offloaded app which the daemon does not know from now on: the app is gone, or has another bundle.
struct LeftArchive: Hashable {
  private let app: AppIdentifier
  private let path: String

  /// Looks for it; `nil` where the app was not offloaded, or no archive is there.
  ///
  /// It may be another user's: nothing is done with it here.
  init?(of app: AppStorage) {
    guard app.offloadedSince != nil, let bundle = app.bundle else { return nil }
    let places = BundlePlaces(of: bundle)
    guard let path = places.ways.map(places.archive).first(where: Files.isThere) else { return nil }
    (self.app, self.path) = (app.app, path)
  }

  var sentence: String {
    "The program of \(app) stays in \(path): uninstalling and replacing an app never remove a program. "
      + "`tar --extract --file` unpacks it."
  }
}
