import TorporCore
import TorporModel
import TorporWire

// What the desktop has started, and what becomes of it.

extension ControlCalls {
  func listAdoptable(_ call: Incoming<Control.ListAdoptable>) -> [Submission] {
    ask(call) {
      let programs = (facts.adoption?.programs() ?? []).filter {
        permission.mayChangeDevice || $0.userID == peer.userID
      }
      return Control.ListAdoptable.Reply(
        isOn: driver.device.conditions.settings.adoption,
        apps: programs.map(row),
        missing: missing,
        rulesPath: facts.adoption?.rulesPath ?? "",
        mistakes: facts.adoption?.ruleMistakes ?? [],
        unsaved: unsaved
      )
    }
  }

  /// That the setting stands in memory alone; `nil`: it is saved.
  private var unsaved: String? {
    guard driver.hasUnsavedSettings else { return nil }
    return driver.journalOutage.map {
      "\($0.path) cannot be written (\($0.cause)), so a daemon that is started before there is room on its disk takes "
        + "adoption as it was; what was changed is saved within a minute once there is room."
    }
  }

  /// What adoption lacks as a whole, each a sentence.
  private var missing: [String] {
    var missing = (facts.adoption?.obstacles ?? ["this host cannot adopt apps"]).map {
      "Nothing can be adopted: \($0)."
    }
    if driver.device.profile.hasSingleScreen {
      missing.append(
        "Nothing is adopted under the profile \(driver.device.profile.name.rawValue), whose screen shows one app. "
          + "`torpor settings profile=linux` has that of a desktop."
      )
    }
    // Who sees the apps of all users is told of one desktop's trouble at its apps.
    let bridges = table.bridges
    let unreported =
      permission.mayChangeDevice
      ? bridges.missingForAdoption : bridges.missingForAdoption(ofUser: peer.userID)
    if !unreported.isEmpty {
      missing.append(
        "No desktop reports \(unreported.joined(separator: " and ")), so no adopted app is frozen. `torpor doctor` "
          + "says what torpor-session reports, and why not."
      )
    }
    return missing
  }

  /// What `torpor doctor` says of adoption; nothing while it is off.
  var adoptionCapabilities: [Capability] {
    guard driver.device.conditions.settings.adoption else { return [] }
    let faults = missing + (facts.adoption?.ruleMistakes ?? [])
    guard faults.isEmpty else {
      return faults.map { Capability(name: "adoption", isAvailable: false, text: $0) }
    }
    let text = "apps that the desktop has started are frozen and thawed in their own control groups"
    let paging = facts.adoption?.pagingObstacle
    return [
      Capability(name: "adoption", isAvailable: true, text: text),
      Capability(
        name: "adoption.paging",
        isAvailable: paging == nil,
        text: paging.map { "memory of adopted apps is not written to swap: \($0)" }
          ?? "memory of adopted apps that are frozen is written to swap by memory.reclaim of their groups"
      ),
    ]
  }

  private func row(_ program: AdoptableProgram) -> AdoptableApp {
    let device = driver.device
    let record = program.app.flatMap { device.apps[$0] }
    let isOfOwner = program.app.map { driver.owners[$0]?.userID == program.userID } ?? false
    let isAdopted = record?.isAdopted == true && isOfOwner
    var row = AdoptableApp(
      app: program.app,
      name: program.name,
      groups: program.groups,
      isAdopted: isAdopted
    )
    if isAdopted, let app = program.app, let status = device.status(of: app, at: driver.now()) {
      row.state = status.state
      row.obstacle =
        status.state == .suspended
        ? nil : status.heldBy.first.map { $0.phrase(for: .freeze) } ?? "it is about to be frozen"
    } else if let obstacle = program.obstacle {
      row.obstacle = obstacle
    } else if record != nil {
      row.obstacle = "an app of this identifier was started with Torpor"
    } else {
      row.obstacle = obstacleNow(program)
    }
    return row
  }

  /// Why it would not be frozen now; `nil`: it would be.
  private func obstacleNow(_ program: AdoptableProgram) -> String? {
    let unreported = table.bridges.missingForAdoption(ofUser: program.userID)
    guard unreported.isEmpty else { return "no desktop reports \(unreported[0])" }
    let seen = table.bridges.holds(ofProcesses: Set(program.processIDs), user: program.userID)
    if let first = seen.first { return first.phrase(for: .freeze) }
    let found = facts.adoption?.hazards(ofGroups: program.groups) ?? []
    return found.first(where: \.forbidsFreezing).map { $0.condition.phrase(for: .freeze) }
  }
}
