internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

extension Application {
  /// Requests the token under which senders reach the app; call this at every launch, because the token may change.
  ///
  /// Apple's method with that name passes the token to the delegate; this one returns it. From then on, alerts are
  /// shown and pushes with `content-available` are delivered.
  ///
  /// - Throws: `TorporError`: `modeNotDeclared`, or `stopped` after `stop()`.
  public func registerForRemoteNotifications() async throws(TorporError) -> String {
    try await registerForPushes(.remote)
  }

  /// Invalidates the token; senders can no longer use it to reach the app.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func unregisterForRemoteNotifications() async throws(TorporError) {
    try await call(App.UnregisterForPush(kind: .remote), subject: "remote notifications")
  }

  /// Subscribes the app to one of its broadcast channels: from now on, it receives the messages that senders publish
  /// there.
  ///
  /// This is the counterpart of ActivityKit's `PushType.channel(_:)`, without a Live Activity: an alert is shown, and a
  /// push with `content-available` runs the app, like the pushes to its token. The subscription outlasts the app's
  /// process; `unregisterForRemoteNotifications()` ends all subscriptions. `channel`: the value of the sender's
  /// `apns-channel-id`.
  ///
  /// - Throws: `TorporError`: `refused` if there is no gateway, or the gateway has no such channel for the app;
  ///   `stopped` after `stop()`.
  public func subscribe(toBroadcastChannel channel: String) async throws(TorporError) {
    try await call(App.SubscribeToBroadcasts(channel: channel), subject: channel)
  }

  /// Ends the subscription to a broadcast channel; does nothing if there is none.
  ///
  /// - Throws: `TorporError`: `refused` if there is no link to a gateway; `stopped` after `stop()`.
  public func unsubscribe(fromBroadcastChannel channel: String) async throws(TorporError) {
    try await call(App.UnsubscribeFromBroadcasts(channel: channel), subject: channel)
  }

  fileprivate func registerForPushes(
    _ kind: PushTokenKind
  ) async throws(TorporError) -> String {
    try await call(App.RegisterForPush(kind: kind), subject: "the push token").token
  }
}

/// Pushes that announce calls (`PKPushRegistry`).
public struct PushRegistry: Sendable {
  /// The purpose of a push (`PKPushType`).
  public enum PushType: String, Hashable, Sendable, CaseIterable {
    /// A call; needs `voip` in `UIBackgroundModes`.
    case voIP
  }

  let application: Application

  /// Receives the pushes; held weakly.
  public var delegate: (any PushRegistryDelegate)? {
    get { application.delegates.pushes }
    nonmutating set { application.changing.withLock { $0.delegates.pushes = newValue } }
  }

  /// Requests the token under which senders reach the app; call this at every launch, because the token may change.
  ///
  /// Apple's class has the property `desiredPushTypes` instead, and passes the token to the delegate.
  ///
  /// - Throws: `TorporError`: `modeNotDeclared`, or `stopped` after `stop()`.
  public func register(for type: PushType) async throws(TorporError) -> String {
    switch type {
    case .voIP: try await application.registerForPushes(.voIP)
    }
  }

  /// Invalidates the token.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func unregister(for type: PushType) async throws(TorporError) {
    switch type {
    case .voIP:
      try await application.call(App.UnregisterForPush(kind: .voIP), subject: "VoIP pushes")
    }
  }
}

/// The pushes that announce calls (`PKPushRegistryDelegate`).
///
/// The methods are called on the main actor, in order with all other callbacks.
@MainActor
public protocol PushRegistryDelegate: AnyObject, Sendable {
  /// A push has arrived.
  ///
  /// If `metadata.mustReport` is true, call `CallProvider.reportNewIncomingCall()` before this returns; otherwise the
  /// app is ended.
  func pushRegistry(
    _ registry: PushRegistry,
    didReceiveIncomingVoIPPushWith payload: Payload,
    metadata: VoIPPushMetadata
  ) async
}

/// The system's additions to a VoIP push (`PKVoIPPushMetadata`).
public struct VoIPPushMetadata: Hashable, Sendable {
  /// Whether the app must report a call for the push.
  ///
  /// It is false while the app is on screen or in a call, and for a push that was delayed for a long time.
  public let mustReport: Bool
}

/// The calls that pushes announce, to the extent that the system manages them (`CXProvider`).
public struct CallProvider: Sendable {
  let application: Application

  /// Shows the call to the user; this is the answer to a VoIP push.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func reportNewIncomingCall() async throws(TorporError) {
    try await application.call(App.ReportCall(), subject: "the call")
  }

  /// Ends the call (`reportCall(with:endedAt:reason:)`).
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func reportCallEnded() async throws(TorporError) {
    try await application.call(App.EndCall(), subject: "the call")
  }
}

extension Application {
  /// Pushes that announce calls.
  public var pushRegistry: PushRegistry { PushRegistry(application: self) }
  /// The calls that pushes announce.
  public var callProvider: CallProvider { CallProvider(application: self) }
}

/// The issues of a periodical's app (Newsstand; `NKIssue`).
///
/// The methods are called on the main actor, in order with all other callbacks.
@MainActor
public protocol IssueDelegate: AnyObject, Sendable {
  /// A push has announced an issue.
  func application(
    _ application: Application,
    didReceiveIssueAnnouncement payload: Payload
  ) async
  /// An issue was downloaded, or its download has failed (`outcome.error`).
  ///
  /// The file at `path` is removed when this returns, unless it was moved.
  func application(
    _ application: Application,
    didDownloadIssue transfer: TransferIdentifier,
    to path: String?,
    outcome: TransferOutcome
  ) async
  /// An issue was downloaded, or its download has failed. This form also has the background session that the download
  /// belongs to and further details (`detail.path` is the file); by default it calls the previous form.
  func application(
    _ application: Application,
    didDownloadIssue transfer: TransferIdentifier,
    of session: String,
    outcome: TransferOutcome,
    detail: TransferDetail
  ) async
}

extension IssueDelegate {
  /// Does nothing.
  public func application(
    _ application: Application,
    didReceiveIssueAnnouncement payload: Payload
  ) async {}
  /// Does nothing.
  public func application(
    _ application: Application,
    didDownloadIssue transfer: TransferIdentifier,
    to path: String?,
    outcome: TransferOutcome
  ) async {}
  /// Calls the form without the session.
  public func application(
    _ application: Application,
    didDownloadIssue transfer: TransferIdentifier,
    of session: String,
    outcome: TransferOutcome,
    detail: TransferDetail
  ) async {
    await self.application(
      application,
      didDownloadIssue: transfer,
      to: detail.path,
      outcome: outcome
    )
  }
}

extension Application {
  /// Receives events of a periodical's issues; held weakly.
  public var issueDelegate: (any IssueDelegate)? {
    get { delegates.issues }
    set { changing.withLock { $0.delegates.issues = newValue } }
  }
}
