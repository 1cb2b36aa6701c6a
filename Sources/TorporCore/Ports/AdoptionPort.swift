package import TorporModel

/// What desktops have started, as the host finds it.
///
/// It looks when it is asked, and changes nothing by that.
package protocol AdoptionPort: AnyObject {
  /// The programs of all users that are there now, by user and identifier.
  func programs() -> [AdoptableProgram]
  /// Why nothing can be found at all, each a sentence; empty: everything can.
  var obstacles: [String] { get }
  /// Where people say what is never adopted.
  var rulesPath: String { get }
  /// What is wrong with that file, each with its line.
  var ruleMistakes: [String] { get }
  /// Why memory of adopted apps is not written to swap, as what stands behind a colon; `nil`: it is, where there is swap.
  var pagingObstacle: String? { get }
  /// What stands against freezing these groups now, as before a freeze.
  func hazards(ofGroups paths: [String]) -> [Hazard]
}

/// A program that a desktop has started, in one or several groups of its own.
package struct AdoptableProgram: Hashable, Sendable {
  /// The identifier of its `.desktop` file; `nil`: its group names none that an app could have.
  package let app: AppIdentifier?
  /// Its name for people, or the name of its group.
  package let name: String
  /// Whose it is.
  package let userID: UInt32
  /// The folders of its groups.
  package var groups: [String]
  /// Why it is never touched, as what stands behind "not adopted:"; `nil`: it may be adopted.
  package var obstacle: String?
  /// Its processes.
  package var processIDs: [Int32] = []

  package init(
    app: AppIdentifier?,
    name: String,
    userID: UInt32,
    groups: [String],
    obstacle: String? = nil
  ) {
    self.app = app
    self.name = name
    self.userID = userID
    self.groups = groups
    self.obstacle = obstacle
  }
}
