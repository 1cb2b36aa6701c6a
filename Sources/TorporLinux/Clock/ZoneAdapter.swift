package import TorporCore
import TorporModel
package import TorporPosix

/// The machine's time zone, told at first and whenever another one is put in place.
///
/// The folder of the local file is watched for its name: programs that set the zone replace a link.
/// A package with new rules for the same zone is noticed where it puts the link in place again, as
/// Debian's does, else at the next start.
package final class ZoneAdapter {
  private let files: ZoneFiles
  private let environmentZone: String?
  private let loop: EventLoop
  private let sink: any HostEventSink
  private let reportError: (ZoneFailure) -> Void
  private var watch: FileWatch?
  private var last: ZoneRules?

  /// Makes an adapter that says nothing before `start`.
  ///
  /// `environmentZone` is the daemon's own `TZ`; `complain` is told why a zone cannot be used, and
  /// then UTC is.
  package init(
    files: ZoneFiles = ZoneFiles(),
    environmentZone: String?,
    on loop: EventLoop,
    sink: any HostEventSink,
    reportError: @escaping (ZoneFailure) -> Void
  ) {
    self.files = files
    self.environmentZone = environmentZone
    self.loop = loop
    self.sink = sink
    self.reportError = reportError
  }

  /// Posts the present zone unless that is what the device knows, and every later one.
  ///
  /// - Throws: `SystemError` where changes cannot be watched; the present zone is posted.
  package func start(known: ZoneRules) throws(SystemError) {
    last = known
    look()
    let place = files.localPath.pathComponents
    guard let name = place.last.map(String.init) else { return }
    let watch = try FileWatch(on: loop) { [unowned self] changed in
      if changed == nil || changed == name { look() }
    }
    try watch.watch(
      "/" + place.dropLast().joined(separator: "/"),
      for: [.added, .removed, .written]
    )
    self.watch = watch
  }

  /// Reads the zone and posts it if it is another one.
  package func look() {
    var rules = ZoneRules.utc
    do throws(ZoneFailure) {
      rules = try files.localRules(environmentZone: environmentZone)
    } catch {
      reportError(error)
    }
    guard rules != last else { return }
    last = rules
    sink.post(.input(.device(event: .timeZone(rules))))
  }
}
