package import TorporModel

// What the calls about apps say beyond the limits of the interface.

extension Control.Run {
  package func check() throws(WireError) {
    try checkRecipe(executable, arguments, environment, workingDirectory)
  }

  /// How many descriptors come beside the call, where any do.
  var descriptorCount: Int { hasTerminal ? 5 : 3 }
}

extension Control.Install {
  /// The call that installs an app with that manifest.
  package init(
    manifest: AppManifest,
    executable: String,
    arguments: [String],
    environment: [String] = [],
    workingDirectory: String,
    replaces: Bool = false
  ) {
    self.init(
      identifier: manifest.identifier,
      name: manifest.name,
      backgroundModes: manifest.backgroundModes,
      permittedTaskIdentifiers: manifest.permittedTaskIdentifiers,
      accessoryProtocols: manifest.accessoryProtocols,
      entitlements: manifest.entitlements,
      exitsOnSuspend: manifest.exitsOnSuspend,
      savesBeforeTermination: manifest.savesBeforeTermination ?? false,
      isCooperative: manifest.isCooperative,
      executable: executable,
      arguments: arguments,
      environment: environment,
      workingDirectory: workingDirectory,
      replaces: replaces
    )
  }

  /// What the app's Info.plist and entitlements say.
  package var manifest: AppManifest {
    AppManifest(
      identifier: identifier,
      name: name,
      backgroundModes: backgroundModes,
      permittedTaskIdentifiers: permittedTaskIdentifiers,
      accessoryProtocols: accessoryProtocols,
      entitlements: entitlements,
      exitsOnSuspend: exitsOnSuspend,
      savesBeforeTermination: savesBeforeTermination,
      isCooperative: isCooperative
    )
  }

  package func check() throws(WireError) {
    try checkRecipe(executable, arguments, environment, workingDirectory)
  }
}

/// What `execve` would not take, or would take in another sense, is refused by the parameter's name.
func checkRecipe(
  _ executable: String,
  _ arguments: [String],
  _ environment: [String],
  _ workingDirectory: String
) throws(WireError) {
  func isText(_ text: String) -> Bool { !text.utf8.contains(0) }
  guard executable.utf8.first == UInt8(ascii: "/"), isText(executable) else {
    throw .invalidParameter(parameter: "executable")
  }
  guard !arguments.isEmpty, arguments.allSatisfy(isText) else {
    throw .invalidParameter(parameter: "arguments")
  }
  guard environment.allSatisfy({ isText($0) && $0.utf8.contains(UInt8(ascii: "=")) }) else {
    throw .invalidParameter(parameter: "environment")
  }
  guard workingDirectory.utf8.first == UInt8(ascii: "/"), isText(workingDirectory) else {
    throw .invalidParameter(parameter: "workingDirectory")
  }
}
