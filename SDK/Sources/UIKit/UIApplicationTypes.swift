public import Foundation

/// A background task; `invalid` where there is none to be had.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Makes the identifier of its number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// What no task has.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// What a fetch or a push has brought.
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
  /// It is.
  case available = 2
}

extension UIApplication {
  /// How the app stands to the user.
  public enum State: Int, Sendable {
    /// On screen, and in use.
    case active = 0
    /// On screen, and not in use.
    case inactive = 1
    /// Not on screen.
    case background = 2
  }

  /// What an app is told of its launch.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String

    /// Makes a key of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// For a location: `true`.
    public static let location = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsLocationKey")
    /// For a push: what it carries; never set here.
    public static let remoteNotification = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey"
    )
    /// For central managers of Bluetooth: their restore identifiers, as `[String]`.
    public static let bluetoothCentrals = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsBluetoothCentralsKey"
    )
    /// For peripheral managers of Bluetooth: their restore identifiers, as `[String]`.
    public static let bluetoothPeripherals = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsBluetoothPeripheralsKey"
    )
    /// For issues of a periodical; never set here, where `NKLibrary.downloadingAssets` has them.
    public static let newsstandDownloads = LaunchOptionsKey(
      rawValue: "UIApplicationLaunchOptionsNewsstandDownloadsKey"
    )
    /// For a link; never set here.
    public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
  }

  /// The date has changed, or the time zone; never posted here.
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
  /// The app is about not to be in use.
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
