import TorporModel

/// The keys of an `Info.plist` that are read, each with what it may hold.
struct InfoPlist {
  /// What an identifier must be, for messages.
  static let identifierRule =
    "It must be 1 to \(AppIdentifier.bytesMax) letters, digits, '.', '-' and '_', with no part "
    + "between dots empty, such as com.example.mail."

  let identifier: AppIdentifier
  /// `CFBundleDisplayName`, else `CFBundleName`, else the identifier.
  let name: String
  /// The file in the bundle that is run.
  let executable: String
  let backgroundModes: [BackgroundMode]
  let permittedTaskIdentifiers: [String]
  /// `nil`: the app does not say.
  let accessoryProtocols: [String]?
  let exitsOnSuspend: Bool
  /// `TorporSavesBeforeTermination`.
  let savesBeforeTermination: Bool

  /// Reads a property list; keys that are not known here are left alone, as on iOS.
  ///
  /// - Throws: `ManifestMistake` naming the first key that is wrong.
  init(_ bytes: [UInt8], file: String) throws(ManifestMistake) {
    let keys = ManifestKeys(
      file: file,
      values: try PropertyListValue.dictionary(bytes, file: file)
    )
    identifier = try keys.identifier("CFBundleIdentifier")
    if let shown = try keys.text("CFBundleDisplayName") {
      name = shown
    } else {
      name = try keys.text("CFBundleName") ?? identifier.text
    }
    executable = try keys.fileName("CFBundleExecutable")
    backgroundModes = try keys.backgroundModes("UIBackgroundModes")
    permittedTaskIdentifiers =
      try keys.texts("BGTaskSchedulerPermittedIdentifiers") ?? []
    accessoryProtocols = try keys.texts("UISupportedExternalAccessoryProtocols")
    exitsOnSuspend = try keys.flag("UIApplicationExitsOnSuspend") ?? false
    savesBeforeTermination = try keys.flag("TorporSavesBeforeTermination") ?? false
  }
}

/// Keys with their values, read one by one; each error names the file and the key.
struct ManifestKeys {
  let file: String
  let values: [String: PropertyListValue]

  func text(_ key: String) throws(ManifestMistake) -> String? {
    guard let value = values[key] else { return nil }
    if case .text(let text) = value, !text.isEmpty { return text }
    throw mistake(key, "is \(value.description)", "It must be a string that is not empty.")
  }

  func flag(_ key: String) throws(ManifestMistake) -> Bool? {
    guard let value = values[key] else { return nil }
    if case .flag(let flag) = value { return flag }
    throw mistake(key, "is \(value.description)", "It must be true or false.")
  }

  func texts(_ key: String) throws(ManifestMistake) -> [String]? {
    guard let value = values[key] else { return nil }
    let allowed = "It must be an array of strings."
    guard case .array(let elements) = value else {
      throw mistake(key, "is \(value.description)", allowed)
    }
    var texts: [String] = []
    for element in elements {
      guard case .text(let text) = element, !text.isEmpty else {
        throw mistake(key, "has \(element.description) in it", allowed)
      }
      texts.append(text)
    }
    return texts
  }

  func identifier(_ key: String) throws(ManifestMistake) -> AppIdentifier {
    let allowed = InfoPlist.identifierRule
    guard let text = try text(key) else { throw mistake(key, "is missing", allowed) }
    guard let identifier = AppIdentifier(text) else {
      throw mistake(key, "is '\(text)'", allowed)
    }
    return identifier
  }

  /// The name of a file that must lie in the bundle itself.
  func fileName(_ key: String) throws(ManifestMistake) -> String {
    let allowed = "It must name the file in the bundle that is run, without any '/'."
    guard let name = try text(key) else { throw mistake(key, "is missing", allowed) }
    guard !name.containsSlash, name != ".", name != ".." else {
      throw mistake(key, "is '\(name)'", allowed)
    }
    return name
  }

  func backgroundModes(_ key: String) throws(ManifestMistake) -> [BackgroundMode] {
    var modes: [BackgroundMode] = []
    for text in try texts(key) ?? [] {
      guard let mode = BackgroundMode(rawValue: text) else {
        let allowed = BackgroundMode.allCases.map(\.rawValue).joined(separator: ", ")
        throw mistake(key, "has '\(text)' in it", "Allowed: \(allowed).")
      }
      modes.append(mode)
    }
    return modes
  }

  func mistake(_ key: String, _ found: String, _ allowed: String) -> ManifestMistake {
    ManifestMistake(file: file, key: key, found: found, allowed: allowed)
  }
}
