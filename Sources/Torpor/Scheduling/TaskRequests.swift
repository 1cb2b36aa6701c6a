public import TorporAppModel

/// A request to the task scheduler: each leads to one launch (`BGTaskRequest`).
///
/// Its kinds are `AppRefreshTaskRequest`, `ProcessingTaskRequest`, `HealthResearchTaskRequest` and
/// `ContinuedProcessingTaskRequest`; there are no others.
public protocol TaskRequest: Sendable {
  /// The task's identifier, as in `BGTaskSchedulerPermittedIdentifiers`; exact and case-sensitive.
  var identifier: String { get }
  /// The date before which the task does not begin; `nil`: at once. It is ignored for continued processing.
  ///
  /// The system measures the time until then from the submission, so that it is unaffected by changes to the wall
  /// clock.
  var earliestBeginDate: WallDate? { get set }
}

/// A request for a short refresh of content, up to 30 s (`BGAppRefreshTaskRequest`).
public struct AppRefreshTaskRequest: TaskRequest, Hashable {
  /// The task's identifier.
  public let identifier: String
  /// The date before which the task does not begin; `nil`: at once.
  public var earliestBeginDate: WallDate?

  /// Makes a request that may begin at once.
  public init(identifier: String) { self.identifier = identifier }
}

/// A request for minutes of work while the device is idle (`BGProcessingTaskRequest`).
public struct ProcessingTaskRequest: TaskRequest, Hashable {
  /// The task's identifier.
  public let identifier: String
  /// The date before which the task does not begin; `nil`: at once.
  public var earliestBeginDate: WallDate?
  /// Whether the task runs only with a network connection.
  public var requiresNetworkConnectivity = false
  /// Whether the task runs only on external power; this also turns off the processor monitor.
  public var requiresExternalPower = false

  /// Makes a request without requirements; the system may still wait for a charger.
  public init(identifier: String) { self.identifier = identifier }
}

/// A request for processing in a study that the user has joined (`BGHealthResearchTaskRequest`).
public struct HealthResearchTaskRequest: TaskRequest, Hashable {
  /// The task's identifier.
  public let identifier: String
  /// The date before which the task does not begin; `nil`: at once.
  public var earliestBeginDate: WallDate?
  /// Whether the task runs only with a network connection.
  public var requiresNetworkConnectivity = false
  /// Whether the task runs only on external power.
  public var requiresExternalPower = false
  /// The protection of the files that the task must be able to read.
  public var protectionTypeOfRequiredData = FileProtection.completeUntilFirstUserAuthentication

  /// Makes a request without requirements.
  public init(identifier: String) { self.identifier = identifier }
}

/// A request for work that the user started on screen and that shows its progress (`BGContinuedProcessingTaskRequest`).
public struct ContinuedProcessingTaskRequest: TaskRequest, Hashable {
  /// The system's behaviour if it cannot run the task at once.
  public enum SubmissionStrategy: String, Hashable, Sendable, CaseIterable {
    /// The request is refused with `immediateRunIneligible`.
    case fail
    /// The request waits for its turn.
    case queue
  }

  /// The resources that a task needs (`Resources`).
  public struct Resources: OptionSet, Hashable, Sendable {
    /// The resources as bits.
    public let rawValue: Int

    /// Makes a set of resources from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The graphics processor.
    public static let gpu = Resources(rawValue: 1)
  }

  /// The task's identifier.
  public let identifier: String
  /// The begin date is ignored: the task runs at once, or when its turn comes.
  public var earliestBeginDate: WallDate?
  /// The title of the work, for the user.
  public var title: String
  /// The current step of the work, for the user.
  public var subtitle: String
  /// The system's behaviour if it cannot run the task at once.
  public var strategy = SubmissionStrategy.queue
  /// The resources that the task needs.
  public var requiredResources: Resources = []

  /// Makes a request that waits for its turn.
  public init(identifier: String, title: String, subtitle: String) {
    self.identifier = identifier
    self.title = title
    self.subtitle = subtitle
  }
}

// MARK: Requests as represented in the system

extension TaskRequest {
  /// The request if it is submitted now.
  var submitted: TorporAppModel.TaskRequest {
    let kind: TorporAppModel.TaskRequest.Kind
    switch self {
    case is AppRefreshTaskRequest: kind = .appRefresh
    case let request as ProcessingTaskRequest: kind = .processing(request.needs)
    case let request as HealthResearchTaskRequest:
      kind = .healthResearch(request.needs, protection: request.protectionTypeOfRequiredData)
    case let request as ContinuedProcessingTaskRequest:
      kind = .continued(
        TorporAppModel.TaskRequest.ContinuedProcessing(
          title: request.title,
          subtitle: request.subtitle,
          strategy: request.strategy == .fail ? .fail : .queue,
          needsGPU: request.requiredResources.contains(.gpu)
        )
      )
    default: preconditionFailure("\(type(of: self)) is not a request of the task scheduler.")
    }
    return TorporAppModel.TaskRequest(
      identifier: identifier,
      kind: kind,
      earliestBegin: earliestBeginDate.map { max($0.durationFromNow, .zero) }
    )
  }
}

extension ProcessingTaskRequest {
  fileprivate var needs: TorporAppModel.TaskRequest.ProcessingNeeds {
    TorporAppModel.TaskRequest.ProcessingNeeds(
      network: requiresNetworkConnectivity,
      externalPower: requiresExternalPower
    )
  }
}

extension HealthResearchTaskRequest {
  fileprivate var needs: TorporAppModel.TaskRequest.ProcessingNeeds {
    TorporAppModel.TaskRequest.ProcessingNeeds(
      network: requiresNetworkConnectivity,
      externalPower: requiresExternalPower
    )
  }
}

extension PendingTask {
  /// The request as the app submitted it.
  var asSubmitted: any TaskRequest {
    let date = earliestBegin.map(TimeLine.date(of:))
    switch request.kind {
    case .appRefresh:
      var refresh = AppRefreshTaskRequest(identifier: request.identifier)
      refresh.earliestBeginDate = date
      return refresh
    case .processing(let needs):
      var processing = ProcessingTaskRequest(identifier: request.identifier)
      processing.earliestBeginDate = date
      processing.requiresNetworkConnectivity = needs.network
      processing.requiresExternalPower = needs.externalPower
      return processing
    case .healthResearch(let needs, let protection):
      var research = HealthResearchTaskRequest(identifier: request.identifier)
      research.earliestBeginDate = date
      research.requiresNetworkConnectivity = needs.network
      research.requiresExternalPower = needs.externalPower
      research.protectionTypeOfRequiredData = protection
      return research
    case .continued(let shown):
      var continued = ContinuedProcessingTaskRequest(
        identifier: request.identifier,
        title: shown.title,
        subtitle: shown.subtitle
      )
      continued.strategy = shown.strategy == .fail ? .fail : .queue
      if shown.needsGPU { continued.requiredResources = .gpu }
      return continued
    }
  }
}
