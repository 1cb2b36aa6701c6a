public import Foundation
public import FoundationNetworking

/// How a session treats its tasks.
///
/// What Linux's Foundation knows is kept in a configuration of its own, which a default session is made with; the rest
/// counts for background sessions, or for nothing (docs/sdk.md).
open class URLSessionConfiguration: NSObject, NSCopying, @unchecked Sendable {
  /// What Foundation for Linux has of it.
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

  /// A configuration with the cookies, the cache and the credentials of the app.
  open class var `default`: URLSessionConfiguration {
    URLSessionConfiguration(.default, identifier: nil)
  }

  /// A configuration of which nothing is kept beyond the process.
  open class var ephemeral: URLSessionConfiguration {
    URLSessionConfiguration(.ephemeral, identifier: nil)
  }

  /// A configuration whose transfers the system carries out, also while the app is suspended or not running.
  open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
    URLSessionConfiguration(.default, identifier: identifier)
  }

  /// A copy, which a session takes when it is made.
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

  /// The name of a background session within its app, over the lives of its processes.
  public let identifier: String?
  /// Whether the transfers wait for good conditions.
  open var isDiscretionary = false
  /// Whether the app is woken or launched when all transfers are done.
  open var sessionSendsLaunchEvents: Bool
  /// Without effect: the files lie in the app's container.
  open var sharedContainerIdentifier: String?
  /// Without effect: a background session always waits, and a default session never does.
  open var waitsForConnectivity = false
  /// Whether networks are used whose traffic costs; counts for background sessions.
  open var allowsExpensiveNetworkAccess = true
  /// Whether transfers run while the user asks for little traffic; counts for background sessions.
  open var allowsConstrainedNetworkAccess = true
  /// Without effect.
  open var shouldUseExtendedBackgroundIdleMode = false

  // MARK: All sessions

  /// Whether mobile links are used; counts for background sessions.
  open var allowsCellularAccess: Bool {
    get { base.allowsCellularAccess }
    set { base.allowsCellularAccess = newValue }
  }
  /// How long a connection may be silent, in seconds.
  open var timeoutIntervalForRequest: TimeInterval {
    get { base.timeoutIntervalForRequest }
    set { base.timeoutIntervalForRequest = newValue }
  }
  /// How long a task may take in all, in seconds.
  open var timeoutIntervalForResource: TimeInterval {
    get { base.timeoutIntervalForResource }
    set { base.timeoutIntervalForResource = newValue }
  }
  /// Headers that every request gets that has none of the name.
  open var httpAdditionalHeaders: [AnyHashable: Any]? {
    get { base.httpAdditionalHeaders }
    set { base.httpAdditionalHeaders = newValue }
  }
  /// Connections to one host at a time; in a background session from 1 to 16.
  open var httpMaximumConnectionsPerHost: Int {
    get { base.httpMaximumConnectionsPerHost }
    set { base.httpMaximumConnectionsPerHost = newValue }
  }

  // MARK: Default sessions

  /// What is taken from the cache.
  open var requestCachePolicy: URLRequest.CachePolicy {
    get { base.requestCachePolicy }
    set { base.requestCachePolicy = newValue }
  }
  /// What the traffic is for.
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
  /// Which cookies are kept.
  open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy {
    get { base.httpCookieAcceptPolicy }
    set { base.httpCookieAcceptPolicy = newValue }
  }
  /// Where cookies are kept.
  open var httpCookieStorage: HTTPCookieStorage? {
    get { base.httpCookieStorage }
    set { base.httpCookieStorage = newValue }
  }
  /// Where credentials are kept.
  open var urlCredentialStorage: URLCredentialStorage? {
    get { base.urlCredentialStorage }
    set { base.urlCredentialStorage = newValue }
  }
  /// Where answers are kept.
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
