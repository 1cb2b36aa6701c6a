/// The switch that holds a download that an app began off screen, and what it requires: the subject of
/// a condition on `Reason.automaticDownloadsOff`.
package enum AutomaticDownloadsHold: String, Hashable, Sendable, CaseIterable {
  case offOnDevice, offForApp, offForBoth
  case wifiOnDevice, wifiForApp, wifiForBoth

  /// Makes a hold from two switches; `nil`: neither holds the download.
  package init?(
    _ value: AutomaticDownloads,
    device: AutomaticDownloads,
    app: AutomaticDownloads
  ) {
    switch (value, device == value, app == value) {
    case (.on, _, _), (_, false, false): return nil
    case (.off, true, false): self = .offOnDevice
    case (.off, false, true): self = .offForApp
    case (.off, true, true): self = .offForBoth
    case (.wifi, true, false): self = .wifiOnDevice
    case (.wifi, false, true): self = .wifiForApp
    case (.wifi, true, true): self = .wifiForBoth
    }
  }

  /// Reads the hold that a condition names.
  package init?(subject: String?) {
    guard let hold = subject.flatMap(Self.init(rawValue:)) else { return nil }
    self = hold
  }

  /// Whether it requires Wi-Fi or a cable, rather than that the user opens the app.
  package var asksForWifi: Bool {
    switch self {
    case .wifiOnDevice, .wifiForApp, .wifiForBoth: true
    case .offOnDevice, .offForApp, .offForBoth: false
    }
  }

  package var isOfDevice: Bool { self != .offForApp && self != .wifiForApp }
  package var isOfApp: Bool { self != .offOnDevice && self != .wifiOnDevice }

  /// The obstacle, as a clause.
  var phrase: String {
    guard !asksForWifi else {
      return "the user allows automatic downloads only over Wi-Fi or a cable"
    }
    let whose =
      switch self {
      case .offForApp: " for its app, which"
      case .offForBoth: " for the device and for its app, which"
      default: ", and its app"
      }
    return "automatic downloads are off\(whose) has not been opened since it was begun"
  }

  /// The commands that turn it on, as part of a sentence.
  var commands: String {
    [
      isOfDevice ? "`torpor settings automaticDownloads=on`" : nil,
      isOfApp ? "`torpor settings APP automaticDownloads=on`" : nil,
    ].compactMap { $0 }.joined(separator: " and ")
  }
}
