internal import AppleSupport
public import Foundation
internal import Torpor

/// A running task of the scheduler.
///
/// Every member can be used from any thread.
open class BGTask: NSObject, @unchecked Sendable {
  let task: ScheduledTask

  fileprivate init(_ task: ScheduledTask) { self.task = task }

  /// The identifier of its request.
  open var identifier: String { task.identifier }

  /// A handler that is called once, shortly before the time runs out; complete the task soon afterwards.
  ///
  /// It is `nil` after the call and after the completion.
  open var expirationHandler: (() -> Void)? {
    get { task.expirationHandler }
    set {
      // Apple's handler is not declared as Sendable; it is called once.
      nonisolated(unsafe) let handler = newValue
      task.expirationHandler = handler.map { handler in
        nonisolated(unsafe) let handler = handler
        return { handler() }
      }
    }
  }

  /// Completes the task; later calls are ignored.
  open func setTaskCompleted(success: Bool) {
    SavedDefaults.write()
    task.setTaskCompleted(success: success)
  }

  /// Returns the task as an object of Apple's class for its kind.
  static func launched(_ task: ScheduledTask) -> BGTask {
    switch task.type {
    case .appRefresh: BGAppRefreshTask(task)
    case .processing: BGProcessingTask(task)
    case .healthResearch: BGHealthResearchTask(task)
    case .continued: BGContinuedProcessingTask(continuing: task)
    }
  }
}

/// A short refresh of content.
open class BGAppRefreshTask: BGTask, @unchecked Sendable {}

/// Minutes of work while the device is idle.
open class BGProcessingTask: BGTask, @unchecked Sendable {}

/// Processing in a study that the user has joined.
open class BGHealthResearchTask: BGProcessingTask, @unchecked Sendable {}

/// Work that the user started on screen and that shows its progress.
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
  /// The progress of the work; work without progress is ended.
  public let progress: Progress

  fileprivate init(continuing task: ScheduledTask) {
    progress = ReportedProgress(of: task)
    super.init(task)
  }

  /// The title of the work, for the user.
  open var title: String { task.title }
  /// The current step of the work, for the user.
  open var subtitle: String { task.subtitle }

  /// Changes the title and subtitle that the user sees.
  open func updateTitle(_ title: String, subtitle: String) {
    task.updateTitle(title, subtitle: subtitle)
  }
}

/// A progress that reports each change to the system; Foundation for Linux has no observers of values.
private final class ReportedProgress: Progress, @unchecked Sendable {
  private let task: ScheduledTask

  init(of task: ScheduledTask) {
    self.task = task
    super.init(parent: nil, userInfo: nil)
  }

  override var completedUnitCount: Int64 {
    get { super.completedUnitCount }
    set {
      super.completedUnitCount = newValue
      task.progress = fractionCompleted
    }
  }
}
