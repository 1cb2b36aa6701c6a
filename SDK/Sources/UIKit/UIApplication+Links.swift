internal import AppleSupport
public import Foundation

extension UIApplication {
  /// An option for opening a link; not used here.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Makes a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Whether only an app of the link's owner may open it.
    public static let universalLinksOnly = OpenExternalURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly"
    )
  }

  /// Information about a link that the app must open; never used here.
  public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Makes a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The app that requested it.
    public static let sourceApplication = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey"
    )
    /// The data that this app sends with it.
    public static let annotation = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsAnnotationKey"
    )
    /// Whether the file must be copied first.
    public static let openInPlace = OpenURLOptionsKey(
      rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey"
    )
  }

  /// The link to the app's settings, which no program opens here.
  public nonisolated static let openSettingsURLString = "app-settings:"

  /// Opens a link with the desktop's program for it; the handler receives whether there was one.
  public func open(
    _ url: URL,
    options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {
    openWhileActive(url) { isOpened in
      guard let completion else { return }
      Task { @MainActor in completion(isOpened) }
    }
  }

  /// Opens a link with the desktop's program for it.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    await withCheckedContinuation { continuation in
      openWhileActive(url) { continuation.resume(returning: $0) }
    }
  }

  /// Opens a link only if the app is in use.
  private func openWhileActive(_ url: URL, _ completion: @escaping @Sendable (Bool) -> Void) {
    guard applicationState == .active else {
      ErrorStream.write(
        "torpor: \(url.absoluteString) is not opened, because the app is not in use. Notify the user instead.\n"
      )
      return CallbackQueue.call(completion, with: false)
    }
    LinkOpening.current.open(url, completion)
  }

  /// Returns whether a link may have a program: it has a scheme, and is not that of the app's settings.
  public func canOpenURL(_ url: URL) -> Bool { LinkOpening.isPossible(url) }
}

/// Passes links to `xdg-open`, which finds the desktop's program for them.
struct LinkOpening: Sendable {
  /// The app's instance.
  static let current = LinkOpening(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
  /// The folders that are searched for programs, as in `PATH`.
  let path: String

  static func isPossible(_ url: URL) -> Bool {
    guard let scheme = url.scheme?.lowercased() else { return false }
    return !scheme.isEmpty && !refusedSchemes.contains(scheme)
      && url.absoluteString != UIApplication.openSettingsURLString
  }

  /// Schemes that a message may contain and that a program would run, or show as the user's own files: iOS apps do not
  /// open them.
  private static let refusedSchemes: Set = ["file", "javascript", "data"]

  /// Returns the command that opens the link; `nil` if there is no program for links.
  ///
  /// A program that the app starts would be frozen with it. If the user has a service manager, the service manager
  /// starts the program, and leaves the processes of xdg-open running when xdg-open ends.
  func words(for url: URL) -> [String]? {
    guard Self.isPossible(url), let opener = find("xdg-open") else { return nil }
    guard let manager = find("systemd-run"), hasServiceManager else {
      return [opener, url.absoluteString]
    }
    return [
      manager, "--user", "--quiet", "--collect", "--wait", "--property=KillMode=process", "--",
      opener, url.absoluteString,
    ]
  }

  /// Starts the program, and reports whether it has accepted the link.
  func open(_ url: URL, _ completion: @escaping @Sendable (Bool) -> Void) {
    guard let words = words(for: url) else {
      ErrorStream.write("torpor: \(Self.complaint(url))\n")
      return CallbackQueue.call(completion, with: false)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.terminationHandler = { CallbackQueue.call(completion, with: $0.terminationStatus == 0) }
    do {
      try process.run()
    } catch {
      ErrorStream.write(
        "torpor: \(words[0]) could not be started, so no link is opened: \(error)\n"
      )
      CallbackQueue.call(completion, with: false)
    }
  }

  static func complaint(_ url: URL) -> String {
    url.absoluteString == UIApplication.openSettingsURLString
      ? "No program shows the settings of an app here. `torpor settings` on a terminal lists what can be set."
      : isPossible(url)
        ? "There is no xdg-open in PATH, so \(url.absoluteString) is not opened. Install xdg-utils."
        : url.scheme != nil
          ? "\(url.absoluteString) is not a link that an app may open: files, scripts and data are refused."
          : "\(url.absoluteString) has no scheme, so no program can open it. Give a whole URL, such as https://example.com."
  }

  private func find(_ name: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The socket of the user's own service manager.
  private var hasServiceManager: Bool {
    guard let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] else { return false }
    return FileManager.default.fileExists(atPath: folder + "/systemd/private")
  }
}
