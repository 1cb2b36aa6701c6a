public import TorporAppModel
internal import TorporAppWire

/// The result of a fetch or a push (`UIBackgroundFetchResult`).
public enum BackgroundFetchResult: String, Hashable, Sendable, CaseIterable {
  /// New data.
  case newData
  /// Nothing new.
  case noData
  /// The data could not be fetched.
  case failed

  /// The result as it is reported to the system.
  var completion: CompletionResult {
    switch self {
    case .newData: .newData
    case .noData: .noData
    case .failed: .failed
    }
  }
}

extension Application {
  /// As often as the system finds suitable (`UIApplication.backgroundFetchIntervalMinimum`).
  public static let backgroundFetchIntervalMinimum = FetchInterval.minimum
  /// Never (`UIApplication.backgroundFetchIntervalNever`).
  public static let backgroundFetchIntervalNever = FetchInterval.never

  /// Asks for `applicationPerformFetch` to be called from time to time; by default it is never called.
  ///
  /// The interval is the minimum between two fetches, or since the app was used; the actual time is up to the system,
  /// which learns when the app is opened. It needs `fetch` in `UIBackgroundModes` and, as on iOS, no
  /// `BGTaskSchedulerPermittedIdentifiers`: an app that lists those uses the scheduler.
  ///
  /// - Throws: `TorporError` with the code `notSaved`, or `stopped` after `stop()`.
  public func setMinimumBackgroundFetchInterval(
    _ interval: FetchInterval
  ) async throws(TorporError) {
    let call = App.SetMinimumBackgroundFetchInterval(interval: interval)
    try await self.call(call, subject: "the fetch interval")
  }

  /// Blocks the calling thread; otherwise like the asynchronous form.
  @available(*, noasync)
  public func setMinimumBackgroundFetchInterval(
    _ interval: FetchInterval
  ) throws(TorporError) {
    let call = App.SetMinimumBackgroundFetchInterval(interval: interval)
    try callBlocking(call, subject: "the fetch interval")
  }
}
