import Glibc
import Logging
import TorporCore
import TorporDaemon
import TorporLinux
import TorporModel
import TorporPosix

/// Joins what the desktop has started with the policy: decision 0066.
final class Adoption {
  let scopes: ScopeAdapter
  private let groups: AdoptedGroups
  private let isJournalWritten: () -> Bool

  init(
    _ options: Options,
    _ groups: AdoptedGroups,
    _ locks: SliceLocks,
    slices: AppSlices?,
    driver: Driver,
    bridges: Bridges,
    on loop: EventLoop,
    log: Logger
  ) {
    self.groups = groups
    isJournalWritten = { [weak driver] in driver?.journalOutage == nil }
    let environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    scopes = ScopeAdapter(
      slices: slices,
      rulesPath: options.adoptionRulesPath,
      groups: groups,
      locks: locks,
      on: loop,
      entries: { user in
        options.entryFolder.map { MenuEntries(folders: [$0]) }
          ?? MenuEntries(ofUser: user, environment: environment)
      },
      reportError: { error in
        log.warning("new apps of the desktop cannot be detected", metadata: ["cause": "\(error)"])
      },
      offer: { [unowned driver] program in Adoption.submit(program, to: driver) }
    )
    groups.bridgeProcessIDs = { [weak bridges] in bridges?.processIDs ?? [] }
    groups.changed = { [weak driver, weak bridges] in
      guard let driver, let bridges else { return }
      for input in bridges.takeReportsAgain(in: driver.device, at: driver.now()) {
        driver.submit(Submission(input))
      }
    }
  }

  /// Gives a program to the policy; says whether that may take it.
  private static func submit(_ program: AdoptableProgram, to driver: Driver) -> Bool {
    let device = driver.device
    guard let app = program.app, device.apps[app] == nil,
      device.apps.count < AppTable.countMax
    else { return false }
    var manifest = AppManifest(
      identifier: app,
      name: program.name,
      isCooperative: false,
      isTransient: true
    )
    manifest.isAdopted = true
    manifest.ownerUserID = program.userID
    // Nothing is ever started by it; it says whose the app is.
    let recipe = LaunchRecipe(
      executable: program.groups.first ?? "",
      arguments: [],
      environment: [],
      workingDirectory: "/",
      userID: program.userID,
      groupID: program.userID
    )
    driver.submit(Submission(.device(event: .adopted(manifest)), recipe: recipe))
    return true
  }

  /// Looks after what the device wants now; says whether the driver has something to do by it.
  func follow(_ device: Device) -> Bool {
    for launch in groups.launches where device.apps.slot(of: launch) == nil {
      groups.release(launch, isLeft: false)
    }
    groups.forgetOffers()
    let wasOn = isOn
    isOn = device.conditions.settings.adoption && !device.profile.hasSingleScreen
    scopes.follow(isWanted: isOn)
    let isSaved = isJournalWritten()
    // What came while nothing could be saved was not taken.
    if isSaved, !wasSaved { scopes.lookAgain() }
    wasSaved = isSaved
    return isOn && !wasOn
  }

  private var isOn = false
  private var wasSaved = true
}
