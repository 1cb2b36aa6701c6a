/// What an app submits to the task scheduler: one request is one launch (`BGTaskRequest`).
@usableFromInline package struct TaskRequest: Hashable, Sendable, Saved {
  /// The task's identifier, as in `BGTaskSchedulerPermittedIdentifiers`; exact and case-sensitive.
  @usableFromInline package var identifier: String
  /// What kind of work it is, with what that kind needs.
  @usableFromInline package var kind: Kind
  /// How long after the submission it may begin at the earliest; `nil`: at once.
  ///
  /// Apple's `earliestBeginDate` less the moment of the submission, so that it means the same when
  /// the wall clock is set. Ignored for continued processing (CP3).
  @usableFromInline package var earliestBegin: Duration?

  /// Makes a request.
  @usableFromInline package init(identifier: String, kind: Kind, earliestBegin: Duration? = nil) {
    self.identifier = identifier
    self.kind = kind
    self.earliestBegin = earliestBegin
  }

  /// The request classes of `BackgroundTasks`.
  @usableFromInline package enum Kind: Hashable, Sendable, Saved {
    /// A short refresh of content, up to 30 s (`BGAppRefreshTaskRequest`).
    case appRefresh
    /// Minutes of work while the device is idle (`BGProcessingTaskRequest`).
    case processing(ProcessingNeeds)
    /// As processing, for a study that the user has joined (`BGHealthResearchTaskRequest`).
    case healthResearch(ProcessingNeeds, protection: FileProtection)
    /// Work that the user started on screen and sees progress (`BGContinuedProcessingTaskRequest`).
    case continued(ContinuedProcessing)

    /// The kind without what it needs.
    @usableFromInline package var type: TaskType {
      switch self {
      case .appRefresh: .appRefresh
      case .processing: .processing
      case .healthResearch: .healthResearch
      case .continued: .continued
      }
    }
  }

  /// What must be there while a processing task runs.
  @usableFromInline package struct ProcessingNeeds: Hashable, Sendable, Saved {
    /// `requiresNetworkConnectivity`.
    @usableFromInline package var network: Bool
    /// `requiresExternalPower`; it also turns the processor monitor off (BX8).
    @usableFromInline package var externalPower: Bool

    /// Makes needs; without any the system may still wait for a charger (BX8).
    @usableFromInline package init(network: Bool = false, externalPower: Bool = false) {
      self.network = network
      self.externalPower = externalPower
    }
  }

  /// What the user sees of a continued task, and what it asks for.
  @usableFromInline package struct ContinuedProcessing: Hashable, Sendable, Saved {
    /// What the work is, for the user.
    @usableFromInline package var title: String
    /// What it is doing, for the user.
    @usableFromInline package var subtitle: String
    /// What happens when there is no slot for it now.
    @usableFromInline package var strategy: Strategy
    /// Whether it asks for the graphics processor (`Resources.gpu`).
    @usableFromInline package var needsGPU: Bool

    /// Makes the part of a request that is shown.
    @usableFromInline package init(
      title: String,
      subtitle: String = "",
      strategy: Strategy = .queue,
      needsGPU: Bool = false
    ) {
      self.title = title
      self.subtitle = subtitle
      self.strategy = strategy
      self.needsGPU = needsGPU
    }

    /// `BGContinuedProcessingTaskRequest.SubmissionStrategy`.
    @usableFromInline package enum Strategy: String, Hashable, Sendable, Saved, CaseIterable {
      /// The request is turned down with `immediateRunIneligible`.
      case fail
      /// The request waits for its turn.
      case queue
    }
  }
}

/// The kind of a background task, without what it needs.
public enum TaskType: String, Hashable, Sendable, Saved, CaseIterable {
  case appRefresh, processing, healthResearch, continued

  /// What an app is woken for when a task of the kind runs.
  public var wakeReason: WakeReason {
    switch self {
    case .appRefresh: .appRefresh
    case .processing, .healthResearch: .processing
    case .continued: .continuedProcessing
    }
  }
}

/// Which files a task must be able to read (`protectionTypeOfRequiredData`; §1.6).
public enum FileProtection: String, Hashable, Sendable, Saved, CaseIterable {
  /// Readable while the device is unlocked.
  case complete
  /// As `complete` for files that are not open.
  case completeUnlessOpen
  /// Readable after the first unlock since the machine was started.
  case completeUntilFirstUserAuthentication
  /// Always readable.
  case none
}

/// A request that has not run, as the app gets it back (`getPendingTaskRequests`).
@usableFromInline package struct PendingTask: Hashable, Sendable {
  /// What was submitted.
  @usableFromInline package var request: TaskRequest
  /// When it was submitted.
  @usableFromInline package var submittedAt: Instant
  /// Before when it does not begin; `nil`: at once.
  @usableFromInline package var earliestBegin: Instant?

  /// Makes a pending request.
  @inlinable package init(request: TaskRequest, submittedAt: Instant, earliestBegin: Instant?) {
    self.request = request
    self.submittedAt = submittedAt
    self.earliestBegin = earliestBegin
  }
}
