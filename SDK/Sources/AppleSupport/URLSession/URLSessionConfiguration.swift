public import Foundation
public import FoundationNetworking

/// The settings of a session for its tasks.
///
/// Settings that Foundation for Linux supports are kept in one of its configurations, from which a default session is
/// created; the rest applies to background sessions, or has no effect (docs/sdk.md).
open class URLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {
  /// The part that Foundation for Linux supports.
  let base: FoundationNetworking.URLSessionConfiguration

  private init(_ base: FoundationNetworking.URLSessionConfiguration, identifier: String?) {
    self.base = base
    self.identifier = identifier
    sessionSendsLaunchEvents = identifier != nil
    super.init()
    if identifier != nil { base.timeoutIntervalForResource = Self.resourceTimeout }
    httpMaximumConnectionsPerHost = Self.connectionsPerHost
  }

  /// 4 connections to one host, as on iOS.
  private static let connectionsPerHost = 4
  /// 7 days, in seconds, as on iOS.
  private static let resourceTimeout: TimeInterval = 604_800

  /// A configuration with the app's cookies, cache and credentials.
  open class var `default`: URLSessionConfiguration {
    URLSessionConfiguration(.default, identifier: nil)
  }

  /// A configuration that keeps nothing beyond the process.
  open class var ephemeral: URLSessionConfiguration {
    URLSessionConfiguration(.ephemeral, identifier: nil)
  }

  /// Returns a configuration for transfers that the system carries out, also while the app is suspended or not running.
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    URLSessionConfiguration(.default, identifier: identifier)
  }

  /// Returns a copy, which a session takes when it is created.
  open func copy(with zone: NSZone? = nil) -> Any {
    // Foundation's own copy is of the same class.
    let base = base.copy() as? FoundationNetworking.URLSessionConfiguration ?? .default
    let copy = URLSessionConfiguration(base, identifier: identifier)
    base.timeoutIntervalForResource = self.base.timeoutIntervalForResource
    copy.httpMaximumConnectionsPerHost = httpMaximumConnectionsPerHost
    copy.isDiscretionary = isDiscretionary
    copy.sessionSendsLaunchEvents = sessionSendsLaunchEvents
    copy.sharedContainerIdentifier = sharedContainerIdentifier
    copy.waitsForConnectivity = waitsForConnectivity
    copy.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
    copy.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
    copy.shouldUseExtendedBackgroundIdleMode = shouldUseExtendedBackgroundIdleMode
    return copy
  }

  open override func copy() -> Any { copy(with: nil) }

  // MARK: Background sessions

  /// The name of a background session within its app, across the app's processes.
  public let identifier: String?
  /// Whether the transfers wait for good conditions.
  open var isDiscretionary = false
  /// Whether the app is woken or launched when all transfers are done.
  open var sessionSendsLaunchEvents: Bool
  /// Has no effect: the files are in the app's container.
  open var sharedContainerIdentifier: String?
  /// Has no effect: a background session always waits, and a default session never does.
  open var waitsForConnectivity = false
  /// Whether metered networks may be used; applies to background sessions.
  open var allowsExpensiveNetworkAccess = true
  /// Whether transfers run while the user wants to keep traffic low; applies to background sessions.
  open var allowsConstrainedNetworkAccess = true
  /// Has no effect.
  open var shouldUseExtendedBackgroundIdleMode = false

  // MARK: All sessions

  /// Whether mobile connections may be used; applies to background sessions.
  open var allowsCellularAccess: Bool {
    get { base.allowsCellularAccess }
    set { base.allowsCellularAccess = newValue }
  }
  /// The maximum time without data on a connection, in seconds.
  open var timeoutIntervalForRequest: TimeInterval {
    get { base.timeoutIntervalForRequest }
    set { base.timeoutIntervalForRequest = newValue }
  }
  /// The maximum duration of a task, in seconds.
  open var timeoutIntervalForResource: TimeInterval {
    get { base.timeoutIntervalForResource }
    set { base.timeoutIntervalForResource = newValue }
  }
  /// Headers that are added to every request that does not set them.
  open var httpAdditionalHeaders: [AnyHashable: Any]? {
    get { base.httpAdditionalHeaders }
    set { base.httpAdditionalHeaders = newValue }
  }
  /// The maximum number of simultaneous connections to one host; in a background session from 1 to 16.
  open var httpMaximumConnectionsPerHost: Int {
    get { base.httpMaximumConnectionsPerHost }
    set { base.httpMaximumConnectionsPerHost = newValue }
  }

  // MARK: Default sessions

  /// The use of the cache.
  open var requestCachePolicy: URLRequest.CachePolicy {
    get { base.requestCachePolicy }
    set { base.requestCachePolicy = newValue }
  }
  /// The purpose of the traffic.
  open var networkServiceType: URLRequest.NetworkServiceType {
    get { base.networkServiceType }
    set { base.networkServiceType = newValue }
  }
  /// The proxies.
  open var connectionProxyDictionary: [AnyHashable: Any]? {
    get { base.connectionProxyDictionary }
    set { base.connectionProxyDictionary = newValue }
  }
  /// Whether cookies are sent.
  open var httpShouldSetCookies: Bool {
    get { base.httpShouldSetCookies }
    set { base.httpShouldSetCookies = newValue }
  }
  /// The cookies that are accepted.
  open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy {
    get { base.httpCookieAcceptPolicy }
    set { base.httpCookieAcceptPolicy = newValue }
  }
  /// The store for cookies.
  open var httpCookieStorage: HTTPCookieStorage? {
    get { base.httpCookieStorage }
    set { base.httpCookieStorage = newValue }
  }
  /// The store for credentials.
  open var urlCredentialStorage: URLCredentialStorage? {
    get { base.urlCredentialStorage }
    set { base.urlCredentialStorage = newValue }
  }
  /// The store for responses.
  open var urlCache: URLCache? {
    get { base.urlCache }
    set { base.urlCache = newValue }
  }
  /// The app's own protocols.
  open var protocolClasses: [AnyClass]? {
    get { base.protocolClasses }
    set { base.protocolClasses = newValue }
  }
}
