public import Foundation

/// A background task; `invalid` if none is available.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Makes an identifier from its number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The identifier of no task.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// The result of a fetch or a push.
public enum UIBackgroundFetchResult: UInt, Sendable {
  /// New data.
  case newData = 0
  /// Nothing new.
  case noData = 1
  /// The data could not be fetched.
  case failed = 2
}

/// Whether the app is launched in the background at all.
public enum UIBackgroundRefreshStatus: Int, Sendable {
  /// It cannot be, and the user cannot change that.
  case restricted = 0
  /// The user has turned it off.
  case denied = 1
  /// It is launched.
  case available = 2
}

extension UIApplication {
  /// The state of the app as the user sees it.
  public enum State: Int, Sendable {
    /// On screen, and in use.
    case active = 0
    /// On screen, and not in use.
    case inactive = 1
    /// Not on screen.
    case background = 2
  }

  /// The keys of an app's launch options.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Makes a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A launch for a location: `true`.
    public static let location = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsLocationKey")
    /// A launch for a push: its payload; never set here.
    public static let remoteNotification = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey"
    )
    /// A launch for Bluetooth central managers: their restore identifiers, as `[String]`.
    public static let bluetoothCentrals = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsBluetoothCentralsKey"
    )
    /// A launch for Bluetooth peripheral managers: their restore identifiers, as `[String]`.
    public static let bluetoothPeripherals = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsBluetoothPeripheralsKey"
    )
    /// A launch for issues of a periodical; never set here, because `NKLibrary.downloadingAssets` has them.
    public static let newsstandDownloads = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsNewsstandDownloadsKey"
    )
    /// A launch for a link; never set here.
    public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
  }

  /// The date or the time zone has changed; never posted here.
  public nonisolated static let significantTimeChangeNotification = NSNotification.Name(
    "UIApplicationSignificantTimeChangeNotification"
  )
  /// The app has finished launching; `userInfo` has its launch options.
  public nonisolated static let didFinishLaunchingNotification = NSNotification.Name(
    "UIApplicationDidFinishLaunchingNotification"
  )
  /// The app is in use.
  public nonisolated static let didBecomeActiveNotification = NSNotification.Name(
    "UIApplicationDidBecomeActiveNotification"
  )
  /// The app is about to leave active use.
  public nonisolated static let willResignActiveNotification = NSNotification.Name(
    "UIApplicationWillResignActiveNotification"
  )
  /// The app is off screen.
  public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification"
  )
  /// The app is about to be on screen.
  public nonisolated static let willEnterForegroundNotification = NSNotification.Name(
    "UIApplicationWillEnterForegroundNotification"
  )
  /// The app is about to be ended.
  public nonisolated static let willTerminateNotification = NSNotification.Name(
    "UIApplicationWillTerminateNotification"
  )
  /// Memory is short.
  public nonisolated static let didReceiveMemoryWarningNotification = NSNotification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification"
  )
  /// Protected files are about to become unreadable.
  public nonisolated static let protectedDataWillBecomeUnavailableNotification =
    NSNotification.Name(
      "UIApplicationProtectedDataWillBecomeUnavailable"
    )
  /// Protected files are readable again.
  public nonisolated static let protectedDataDidBecomeAvailableNotification = NSNotification.Name(
    "UIApplicationProtectedDataDidBecomeAvailable"
  )
  /// `backgroundRefreshStatus` has changed.
  public nonisolated static let backgroundRefreshStatusDidChangeNotification = NSNotification.Name(
    "UIApplicationBackgroundRefreshStatusDidChangeNotification"
  )

  /// As often as the system finds suitable.
  public nonisolated static let backgroundFetchIntervalMinimum: TimeInterval = 0
  /// Never.
  public nonisolated static let backgroundFetchIntervalNever = TimeInterval.greatestFiniteMagnitude
}
