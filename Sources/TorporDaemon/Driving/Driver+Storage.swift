import TorporCore
import TorporModel

// What apps take of the disk.

extension Driver {
  /// Has an order about the caches of an app carried out.
  func perform(_ order: StorageOrder) {
    if case .stopPurge(let app) = order {
      storage?.stop(app)
      return
    }
    // Nobody can do it: what waits for the answer goes on.
    guard let storage, let owner = owners[order.app] else { return leaveCaches(order, nil) }
    // Which of the caches is needed is not known: all of them stay.
    guard let kept = filesNeeded(in: owner) else {
      return leaveCaches(order, Driver.journalUnreadable)
    }
    storage.perform(order, for: owner, keeping: kept)
  }

  /// A purge ends where transfers or programs were accepted that need files of the caches: those that it keeps were written
  /// down before.
  func stopPurge(thatConcerns accepted: [StoredTransfer], _ recipes: [LaunchRecipe]) {
    guard !accepted.isEmpty || !recipes.isEmpty, let order = device.storage.order,
      order.step == .remove, let owner = owners[order.app], let container = owner.container
    else { return }
    // Nobody else can keep a disk short by naming files that they have no rights to.
    let users: Set<UInt32> = [owner.userID, 0]
    let files =
      accepted.filter { users.contains($0.userID) }.flatMap { Driver.files(of: $0.content, nil) }
      + recipes.filter { users.contains($0.userID) }.flatMap(Driver.files)
    let needed = files.compactMap { NeededPath.path($0, in: container) }
    if needed.contains(where: NeededPath.isInCaches) { storage?.stop(order.app) }
  }

  /// `EIO` of Linux: the journal says nothing of a transfer that it has.
  private static let journalUnreadable: Int32 = 5

  /// Answers an order that is not carried out.
  private func leaveCaches(_ order: StorageOrder, _ errno: Int32?) {
    let isPurge = if case .purgeCaches = order { true } else { false }
    let report = CacheReport(app: order.app, isPurge: isPurge, bytes: 0, errno: errno)
    post(.input(.device(event: .caches(report))))
  }

  /// What lies beneath the container and others need, by its path there; `nil`: that cannot be read now.
  ///
  /// An upload needs its file until the server has it, and a download its part, also while their app does not run. A program
  /// may be installed in the caches of another one, which has unpacked it there.
  ///
  /// What another user names does not count: only root has their rights in the container.
  private func filesNeeded(in owner: RecipeOwner) -> [String]? {
    guard let container = owner.container else { return [] }
    let users: Set<UInt32> = [owner.userID, 0]
    let open = device.transfers.records.filter { record in
      guard record.outcome == nil else { return false }
      return self.userID(of: record).map(users.contains) ?? true
    }.map(\.transfer)
    let contents = open.isEmpty ? [] : storedTransfers(open).compactMap { $0?.content }
    // The recipe of an app that is being uninstalled may be gone.
    let apps = owners.keys.sorted().filter {
      device.keepsRecipe(of: $0) && users.contains(owners[$0]?.userID ?? 0)
    }
    let recipes = apps.compactMap { recipe(of: $0) }
    guard contents.count == open.count, recipes.count == apps.count else { return nil }
    let files = zip(open, contents).flatMap { Driver.files(of: $1, $0) }
    return (files + recipes.flatMap { Driver.files(of: $0) + Driver.archives(of: $0) }).compactMap {
      NeededPath.path($0, in: container)
    }
  }

  /// With whose rights a transfer reads and writes; `nil`: that is not known.
  private func userID(of record: TransferRecord) -> UInt32? {
    switch device.transfers.session(record.session)?.owner {
    case .user(let userID): userID
    case .app(let app): owners[app]?.userID
    case nil: nil
    }
  }

  /// What a transfer reads or writes; `transfer`: its number, once it has one.
  static func files(
    of content: TransferContent,
    _ transfer: TransferIdentifier?
  ) -> [String] {
    var files = [content.source, content.destination?.file].compactMap { $0 }
      .map { file in file.root.map { $0 + "/" + file.path } ?? file.path }
    if let transfer, let destination = content.destination, !destination.isFolder,
      let file = files.last
    {
      let name = String(file.lastPathComponent)
      files.append(String(file.dropLast(name.count)) + transfer.partName(of: name))
    }
    return files
  }

  /// What the start of an app needs.
  static func files(of recipe: LaunchRecipe) -> [String] {
    [recipe.executable, recipe.workingDirectory] + recipe.arguments.filter(\.isAbsolutePath)
  }

  /// Has the apps measured anew.
  func measure(_ apps: [AppIdentifier]) {
    storage?.measure(
      apps.compactMap { app in
        owners[app].map { owner in
          MeasuredApp(
            app: app,
            owner: owner,
            bundle: bundle(of: app),
            isOffloaded: device.apps[app]?.persistentState.offloadedSince != nil
          )
        }
      }
    )
  }

  /// The folder of the app's program; `nil` where it runs one of the system's, as after an installation from a `.desktop`
  /// file.
  ///
  /// A bundle holds its program, and its folder is where the program is started.
  func bundle(of app: AppIdentifier) -> String? {
    guard let recipe = recipe(of: app), let container = recipe.container else { return nil }
    let folder = recipe.workingDirectory
    let home = recipe.environment.first { $0.hasPrefix("HOME=") }?.dropFirst(5)
    guard folder.utf8.count > 1, recipe.executable.path(beneath: folder) != nil,
      folder != home ?? "", container.path(beneath: folder) == nil,
      folder.path(beneath: container) == nil
    else { return nil }
    return folder
  }

  /// The disk of the apps, as it is now.
  var diskSpace: DiskSpace? { storage?.room }

  /// What the last measurement of the app has found.
  func storageUsage(of app: AppIdentifier) -> StorageUsage? { storage?.usage(of: app) }

  /// How far measurements of the apps are.
  func measuringProgress(of apps: [AppIdentifier]) -> MeasuringProgress? {
    storage?.progress(of: apps)
  }
}

/// Files that others need, and the container that they lie in.
enum NeededPath {
  /// The path inside of the container; `nil`: it lies elsewhere.
  ///
  /// Empty: it is the container.
  /// The folder of all containers may be reached by more than one path, as through a link of the home folder, and a file
  /// be known by another one. So the end of the container's path counts, too: `containers/USER/APP`.
  ///
  /// As it is written, too: a `..` behind a link leads elsewhere than its text says, and a file too many is kept.
  static func path(_ path: String, in container: String) -> String? {
    inside(container, "/" + plain(path)) ?? inside(container, path)
  }

  private static func inside(_ container: String, _ path: String) -> String? {
    if let inside = path.path(beneath: container) { return String(inside) }
    let end = container.pathComponents.suffix(3)
    guard end.count == 3 else { return nil }
    return path.text(behind: "/" + end.joined(separator: "/") + "/").map { String($0) }
  }

  /// The path without `.` and `..`, as the kernel walks it where no links are followed.
  private static func plain(_ path: String) -> String {
    var components: [Substring] = []
    for component in path.pathComponents where component != "." {
      if component == ".." { _ = components.popLast() } else { components.append(component) }
    }
    return components.joined(separator: "/")
  }

  /// Whether a path inside of a container is one that a purge empties, or lies beneath one.
  static func isInCaches(_ inside: String) -> Bool {
    ["Library/Caches", "tmp"].contains { inside == $0 || inside.path(beneath: $0) != nil }
  }
}
