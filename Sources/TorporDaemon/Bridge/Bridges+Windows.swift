import TorporCore
import TorporModel
import TorporWire

// What the desktops of all users report of windows, as one table of launches.

extension Bridges {
  /// Takes a desktop's report of windows; `nil`: it no longer reports them.
  func look(
    at windows: [ProcessWindows]?,
    ofUser userID: UInt32,
    in device: Device
  ) -> [Input] {
    guard var desktop = desktops[userID] else { return [] }
    desktop.windows = windows.map { table(of: $0, ofUser: userID, in: device) }
    desktop.launchesWithWindows.formUnion(desktop.windows?.keys.sorted() ?? [])
    // An earlier daemon had their report.
    for launch in device.screen.windows.launches where owns(launch, desktop, in: device) {
      desktop.launchesWithWindows.insert(launch)
    }
    desktops[userID] = desktop
    return windowsNews().map { [$0] } ?? []
  }

  /// The report of windows that the policy does not have yet; `nil`: it has all.
  func windowsNews() -> Input? {
    var seen: [LaunchIdentifier: LaunchWindows] = [:]
    // If bridges of several users may report about a launch, the one that connected first counts.
    for desktop in desktops.values.sorted(by: { $0.attachment < $1.attachment }) {
      guard desktop.stream != nil, let windows = desktop.windows else { continue }
      let isEnough = desktop.missingForAdoption.isEmpty
      for launch in desktop.launchesWithWindows where seen[launch] == nil {
        guard isEnough || !isAdopted(launch) else { continue }
        seen[launch] = LaunchWindows(launch: launch, visibility: windows[launch])
      }
    }
    let news = seen.values.sorted { $0.launch < $1.launch }
    guard news != toldWindows else { return nil }
    toldWindows = news
    return .device(event: .windows(news))
  }

  /// The best of what can be seen of each launch: of its own windows, else of the terminals that it runs in.
  private func table(
    of windows: [ProcessWindows],
    ofUser userID: UInt32,
    in device: Device
  ) -> [LaunchIdentifier: WindowVisibility] {
    var own: [LaunchIdentifier: WindowVisibility] = [:]
    var terminals = own
    let best: (WindowVisibility, WindowVisibility) -> WindowVisibility = {
      $0.rank <= $1.rank ? $0 : $1
    }
    for window in windows {
      guard let launch = launch(ofProcess: window.pid, byUser: userID, in: device) else { continue }
      if window.isTerminal {
        terminals.merge([launch: window.visibility], uniquingKeysWith: best)
      } else {
        own.merge([launch: window.visibility], uniquingKeysWith: best)
      }
    }
    return own.merging(terminals) { own, _ in own }
  }

  private func owns(_ launch: LaunchIdentifier, _ desktop: DesktopBridge, in device: Device) -> Bool
  {
    guard let slot = device.apps.slot(of: launch), let app = device.apps[slot: slot]?.identifier
    else { return false }
    return ownerOfApp(app) == desktop.userID
  }
}

extension WindowVisibility {
  /// What shows most comes first.
  fileprivate var rank: Int {
    switch self {
    case .focused: 0
    case .visible: 1
    case .minimised: 2
    case .elsewhere: 3
    }
  }
}
