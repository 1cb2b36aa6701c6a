internal import Synchronization
public import TorporAppModel
internal import TorporAppWire

extension Application {
  /// Asks for the token under which senders reach the app; ask at every launch, since it may change.
  ///
  /// Apple's method of that name answers to the delegate, this one returns the token. Alerts are shown and
  /// pushes with `content-available` delivered from then on.
  ///
  /// - Throws: `TorporError`: `modeNotDeclared`, or `stopped` after `stop()`.
  public func registerForRemoteNotifications() async throws(TorporError) -> String {
    try await registerForPushes(.remote)
  }

  /// Ends the validity of the token; senders no longer reach the app by it.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func unregisterForRemoteNotifications() async throws(TorporError) {
    try await call(App.UnregisterForPush(kind: .remote), subject: "remote notifications")
  }

  /// Subscribes the app to one of its broadcast channels: from now on, it receives what senders publish there.
  ///
  /// The counterpart of ActivityKit's `PushType.channel(_:)`, without a Live Activity: an alert is shown, and a push with
  /// `content-available` runs the app, as with those to its token. The subscription outlasts the app's process;
  /// `unregisterForRemoteNotifications()` ends all. `channel`: what the sender's `apns-channel-id` has.
  ///
  /// - Throws: `TorporError`: `refused` where there is no gateway, or it has no such channel of the app; `stopped` after
  ///   `stop()`.
  public func subscribe(toBroadcastChannel channel: String) async throws(TorporError) {
    try await call(App.SubscribeToBroadcasts(channel: channel), subject: channel)
  }

  /// Ends the subscription to a broadcast channel; does nothing if there is none.
  ///
  /// - Throws: `TorporError`: `refused` where there is no link to a gateway; `stopped` after `stop()`.
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
  /// What a push is for (`PKPushType`).
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

  /// Asks for the token under which senders reach the app; ask at every launch, since it may change.
  ///
  /// Apple sets `desiredPushTypes` and passes the token to the delegate.
  ///
  /// - Throws: `TorporError`: `modeNotDeclared`, or `stopped` after `stop()`.
  public func register(for type: PushType) async throws(TorporError) -> String {
    switch type {
    case .voIP: try await application.registerForPushes(.voIP)
    }
  }

  /// Ends the validity of the token.
  ///
  /// - Throws: `TorporError` with the code `stopped` after `stop()`.
  public func unregister(for type: PushType) async throws(TorporError) {
    switch type {
    case .voIP:
      try await application.call(App.UnregisterForPush(kind: .voIP), subject: "VoIP pushes")
    }
  }
}

/// What an app does with pushes that announce calls (`PKPushRegistryDelegate`).
///
/// Called on the main actor, in order with all other callbacks.
@MainActor
public protocol PushRegistryDelegate: AnyObject, Sendable {
  /// A push has arrived.
  ///
  /// Where `metadata.mustReport`, call `CallProvider.reportNewIncomingCall()` before this returns, or the
  /// app is ended.
  func pushRegistry(
    _ registry: PushRegistry,
    didReceiveIncomingVoIPPushWith payload: Payload,
    metadata: VoIPPushMetadata
  ) async
}

/// What the system adds to a VoIP push (`PKVoIPPushMetadata`).
public struct VoIPPushMetadata: Hashable, Sendable {
  /// Whether the app must report a call for the push.
  ///
  /// False while it is on screen or in a call, and for a push that was held up for long.
  public let mustReport: Bool
}

/// The calls that pushes announce, as far as the system manages them (`CXProvider`).
public struct CallProvider: Sendable {
  let application: Application

  /// Shows the call to the user; it is the answer to a VoIP push.
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

/// What an app of a periodical does with its issues (Newsstand; `NKIssue`).
///
/// Called on the main actor, in order with all other callbacks.
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
  /// As the form before, which it calls where the app has none of its own: with the background session that the download
  /// belongs to, and what else is known of it (`detail.path` has the file).
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
  /// Receives what happens to the issues of a periodical; held weakly.
  public var issueDelegate: (any IssueDelegate)? {
    get { delegates.issues }
    set { changing.withLock { $0.delegates.issues = newValue } }
  }
}
