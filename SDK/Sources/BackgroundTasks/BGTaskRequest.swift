public import Foundation
internal import Torpor

/// A request to the task scheduler: each leads to one launch.
open class BGTaskRequest: NSObject {
  /// The task's identifier, as in `BGTaskSchedulerPermittedIdentifiers`.
  public let identifier: String
  /// The date before which the task does not begin; `nil`: at once.
  open var earliestBeginDate: Date?

  fileprivate init(of identifier: String) { self.identifier = identifier }

  /// Returns the request as the client library's type.
  func submitted() -> any Torpor.TaskRequest {
    preconditionFailure("\(type(of: self)) is not a request of the task scheduler.")
  }

  fileprivate var earliest: WallDate? {
    earliestBeginDate.map { WallDate(timeIntervalSince1970: $0.timeIntervalSince1970) }
  }
}

/// A request for a short refresh of content.
open class BGAppRefreshTaskRequest: BGTaskRequest {
  /// Makes a request that may begin at once.
  public init(identifier: String) { super.init(of: identifier) }

  override func submitted() -> any Torpor.TaskRequest {
    var request = AppRefreshTaskRequest(identifier: identifier)
    request.earliestBeginDate = earliest
    return request
  }
}

/// A request for minutes of work while the device is idle.
open class BGProcessingTaskRequest: BGTaskRequest {
  /// Whether the task runs only with a network connection.
  open var requiresNetworkConnectivity = false
  /// Whether the task runs only on external power.
  open var requiresExternalPower = false

  /// Makes a request without requirements.
  public init(identifier: String) { super.init(of: identifier) }

  override func submitted() -> any Torpor.TaskRequest {
    var request = ProcessingTaskRequest(identifier: identifier)
    request.earliestBeginDate = earliest
    request.requiresNetworkConnectivity = requiresNetworkConnectivity
    request.requiresExternalPower = requiresExternalPower
    return request
  }
}

/// A request for processing in a study that the user has joined.
open class BGHealthResearchTaskRequest: BGProcessingTaskRequest {
  /// The protection of the files that the task must be able to read.
  open var protectionTypeOfRequiredData = FileProtectionType.completeUntilFirstUserAuthentication

  override func submitted() -> any Torpor.TaskRequest {
    var request = HealthResearchTaskRequest(identifier: identifier)
    request.earliestBeginDate = earliest
    request.requiresNetworkConnectivity = requiresNetworkConnectivity
    request.requiresExternalPower = requiresExternalPower
    request.protectionTypeOfRequiredData =
      switch protectionTypeOfRequiredData.rawValue {
      case FileProtectionType.complete.rawValue: .complete
      case FileProtectionType.completeUnlessOpen.rawValue: .completeUnlessOpen
      case FileProtectionType.none.rawValue: .none
      default: .completeUntilFirstUserAuthentication
      }
    return request
  }
}

/// A request for work that the user started on screen and that shows its progress.
open class BGContinuedProcessingTaskRequest: BGTaskRequest {
  /// The system's behaviour if it cannot run the task at once.
  public enum SubmissionStrategy: Int, Sendable {
    /// The request is refused.
    case fail = 0
    /// The request waits for its turn.
    case queue = 1
  }

  /// The resources that a task needs besides the processor and the network.
  public struct Resources: OptionSet, Sendable {
    /// The resources as bits.
    public let rawValue: Int

    /// Makes a set of resources from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The graphics processor.
    public static let gpu = Resources(rawValue: 1)
  }

  /// The title of the work, for the user.
  open var title: String
  /// The current step of the work, for the user.
  open var subtitle: String
  /// The system's behaviour if it cannot run the task at once.
  open var strategy = SubmissionStrategy.queue
  /// The resources that the task needs.
  open var requiredResources: Resources = []

  /// Makes a request that waits for its turn.
  public init(identifier: String, title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
    super.init(of: identifier)
  }

  override func submitted() -> any Torpor.TaskRequest {
    var request = ContinuedProcessingTaskRequest(
      identifier: identifier,
      title: title,
      subtitle: subtitle
    )
    request.strategy = strategy == .fail ? .fail : .queue
    request.requiredResources = requiredResources.contains(.gpu) ? .gpu : []
    return request
  }
}

extension BGTaskRequest {
  /// Returns the request as the app submitted it.
  static func pending(_ request: any Torpor.TaskRequest) -> BGTaskRequest {
    let pending: BGTaskRequest
    switch request {
    case let request as ProcessingTaskRequest:
      let processing = BGProcessingTaskRequest(identifier: request.identifier)
      processing.requiresNetworkConnectivity = request.requiresNetworkConnectivity
      processing.requiresExternalPower = request.requiresExternalPower
      pending = processing
    case let request as HealthResearchTaskRequest:
      let research = BGHealthResearchTaskRequest(identifier: request.identifier)
      research.requiresNetworkConnectivity = request.requiresNetworkConnectivity
      research.requiresExternalPower = request.requiresExternalPower
      research.protectionTypeOfRequiredData =
        switch request.protectionTypeOfRequiredData {
        case .complete: .complete
        case .completeUnlessOpen: .completeUnlessOpen
        case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
        case .none: .none
        }
      pending = research
    case let request as ContinuedProcessingTaskRequest:
      let continued = BGContinuedProcessingTaskRequest(
        identifier: request.identifier,
        title: request.title,
        subtitle: request.subtitle
      )
      continued.strategy = request.strategy == .fail ? .fail : .queue
      continued.requiredResources = request.requiredResources.contains(.gpu) ? .gpu : []
      pending = continued
    default: pending = BGAppRefreshTaskRequest(identifier: request.identifier)
    }
    pending.earliestBeginDate = request.earliestBeginDate.map {
      Date(timeIntervalSince1970: $0.timeIntervalSince1970)
    }
    return pending
  }
}
