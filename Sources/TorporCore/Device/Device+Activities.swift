package import TorporModel

// What waits for its moment, for whoever asks; nothing here changes anything.

extension Device {
  /// Everything that waits or runs, in the order of apps, then of submission.
  package func activities(at moment: Instant) -> [ActivityStatus] { [] }

  /// The work of an app that has that name, pending or running.
  package func activity(
    named name: String,
    of app: AppIdentifier,
    at moment: Instant
  ) -> ActivityStatus? {
    activities(at: moment).first { $0.app == app && $0.activity.name == name }
  }
}
