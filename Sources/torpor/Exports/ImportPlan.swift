import TorporModel
import TorporWire

/// Which calls an import makes for an item, and why it makes none.
struct ImportPlan {
  /// The login name of the importing user.
  let user: String
  let isRoot: Bool
  /// Whether what is there by the same name gives way.
  let replaces: Bool
  /// Whether a file or a folder is on this machine.
  let exists: (String) -> Bool
  /// Whether this machine has a user of that name.
  let hasUser: (String) -> Bool

  /// What is in the way of an item; `nil`: nothing that can be seen before the daemon is asked.
  func obstacle(to item: ExportDocument.Item, in document: ExportDocument) -> String? {
    if let owner = item.user, owner != user {
      if isRoot {
        guard hasUser(owner) else {
          return
            "there is no user '\(owner)' on this machine. Create the account, then import again."
        }
      } else if Set(document.items.compactMap(\.user)).count > 1 {
        return "it belongs to '\(owner)', and the file holds items of several users. Import it as "
          + "root, or as that user."
      }
    }
    for call in item.calls {
      guard let (program, folder) = call.places else { continue }
      guard exists(program) else {
        return "its program \(program) is not on this machine. Install it, then import again."
      }
      guard exists(folder) else {
        return
          "its working directory \(folder) is not on this machine. Create it, then import again."
      }
    }
    return nil
  }

  /// The calls to make, in order.
  func calls(for item: ExportDocument.Item) -> [ControlCall] {
    guard replaces else { return item.calls }
    return item.calls.flatMap { call -> [ControlCall] in
      switch call {
      case .install(var call):
        call.replaces = true
        return [.install(call)]
      case .submitJob(var call):
        call.conflict = .replace
        return [.submitJob(call)]
      // The same opens must not count twice.
      case .addUsage(let usage): return [.forgetUsage(Control.ForgetUsage(app: usage.app)), call]
      default: return [call]
      }
    }
  }

  /// What came, for the report.
  func success(of item: ExportDocument.Item) -> String {
    var parts: [String] = []
    for call in item.calls {
      switch call {
      case .changeSetting(let change) where change.app != nil: parts.append("its settings")
      case .addUsage(let usage):
        let count = usage.openedWallMicroseconds.count
        parts.append("\(count) \(count == 1 ? "opening" : "openings")")
      default: break
      }
    }
    return parts.isEmpty ? "imported" : "imported, with " + parts.joined(separator: " and ")
  }
}

extension ControlCall {
  /// The program and the folder that the call needs on this machine.
  fileprivate var places: (program: String, folder: String)? {
    switch self {
    case .install(let request): (request.executable, request.workingDirectory)
    case .submitJob(let submission): (submission.executable, submission.workingDirectory)
    default: nil
    }
  }
}

extension ImportPlan {
  /// A change of settings without those that an administrator has fixed; `nil`: it was refused for something else.
  static func withoutFixed(_ call: ControlCall, _ refusal: WireError) -> ControlCall? {
    guard case .changeSetting(let change) = call,
      case .refused(.settingRestricted(let names, _)) = refusal,
      case .object(let members) = change.varlinkCall.parameters
    else { return nil }
    let keys = Control.settings.filter { names.contains($0.name) }.map(\.key)
    let rest = JSON.object(members.filter { !keys.contains($0.key) })
    return (try? Control.ChangeSetting(parameters: rest)).map { .changeSetting($0) }
  }

  /// Why the daemon did not take an item, with what this command can do about it.
  static func sentence(of refusal: WireError) -> String {
    switch refusal {
    case .refused(.jobNameTaken(_, let job)):
      "Job \(job) already has that name and is unchanged. `torpor import --replace` replaces it."
    case .refused(.alreadyInstalled(let app)) where !app.text.hasPrefix("torpor.job."):
      "The app is already installed and is unchanged. `torpor import --replace` replaces it."
    default: refusal.sentence
    }
  }
}
