internal import AppleSupport
internal import Foundation

/// The scenes declared in the app's Info.plist: `UIApplicationSceneManifest`.
@MainActor
struct SceneManifest {
  /// The app's manifest; `nil` if it has none.
  static var current = SceneManifest(Bundle.main.infoDictionary)

  private let configurations: [String: [[String: Any]]]

  init?(_ information: [String: Any]?) {
    guard let manifest = information?["UIApplicationSceneManifest"] as? [String: Any] else {
      return nil
    }
    let all = manifest["UISceneConfigurations"] as? [String: Any] ?? [:]
    configurations = all.compactMapValues { $0 as? [[String: Any]] }
  }

  /// Returns the classes of the configuration with that name, or of the first one if there is no name.
  func classes(
    named name: String?,
    _ role: UISceneSession.Role
  ) -> (scene: AnyClass?, delegate: AnyClass?) {
    let all = configurations[role.rawValue] ?? []
    let meant = all.first { name == nil || $0["UISceneConfigurationName"] as? String == name }
    func found(_ key: String) -> AnyClass? {
      guard let text = meant?[key] as? String else { return nil }
      if let found = NSClassFromString(text) { return found }
      ErrorStream.write(
        "torpor: Info.plist: \(key) is '\(text)', and no class of that name is loaded. Write the name of the module in "
          + "front, as in App.SceneDelegate.\n"
      )
      return nil
    }
    return (found("UISceneClassName"), found("UISceneDelegateClassName"))
  }
}
