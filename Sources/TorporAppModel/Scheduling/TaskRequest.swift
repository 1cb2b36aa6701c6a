/// A request of an app to the task scheduler: one request is one launch (`BGTaskRequest`).
@usableFromInline package struct TaskRequest: Hashable, Sendable, Saved {
  /// The task's identifier, as in `BGTaskSchedulerPermittedIdentifiers`; exact and case-sensitive.
  @usableFromInline package var identifier: String
  /// The kind of work, with its needs.
  @usableFromInline package var kind: Kind
  /// How long after the submission it may begin at the earliest; `nil`: at once.
  ///
  /// Apple's `earliestBeginDate` minus the time of the submission, so that setting the wall clock does
  /// not change its meaning. Ignored for continued processing (CP3).
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
    /// Like processing, for a study that the user has joined (`BGHealthResearchTaskRequest`).
    case healthResearch(ProcessingNeeds, protection: FileProtection)
    /// Work that the user started on screen and sees progress (`BGContinuedProcessingTaskRequest`).
    case continued(ContinuedProcessing)

    /// The kind without its needs.
    @usableFromInline package var type: TaskType {
      switch self {
      case .appRefresh: .appRefresh
      case .processing: .processing
      case .healthResearch: .healthResearch
      case .continued: .continued
      }
    }
  }

  /// The requirements of a processing task while it runs.
  @usableFromInline package struct ProcessingNeeds: Hashable, Sendable, Saved {
    /// `requiresNetworkConnectivity`.
    @usableFromInline package var network: Bool
    /// `requiresExternalPower`; it also turns the processor monitor off (BX8).
    @usableFromInline package var externalPower: Bool

    /// Makes needs; without any, the system may still wait for a charger (BX8).
    @usableFromInline package init(network: Bool = false, externalPower: Bool = false) {
      self.network = network
      self.externalPower = externalPower
    }
  }

  /// The texts of a continued task that the user sees, and its needs.
  @usableFromInline package struct ContinuedProcessing: Hashable, Sendable, Saved {
    /// What the work is, for the user.
    @usableFromInline package var title: String
    /// What it is doing, for the user.
    @usableFromInline package var subtitle: String
    /// The behaviour if there is no slot for it now.
    @usableFromInline package var strategy: Strategy
    /// Whether it needs the graphics processor (`Resources.gpu`).
    @usableFromInline package var needsGPU: Bool

    /// Makes the visible part of a request.
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
      /// The request is refused with `immediateRunIneligible`.
      case fail
      /// The request waits for its turn.
      case queue
    }
  }
}

/// The kind of a background task, without its needs.
public enum TaskType: String, Hashable, Sendable, Saved, CaseIterable {
  case appRefresh, processing, healthResearch, continued

  /// The reason of the wake in which a task of this kind runs.
  public var wakeReason: WakeReason {
    switch self {
    case .appRefresh: .appRefresh
    case .processing, .healthResearch: .processing
    case .continued: .continuedProcessing
    }
  }
}

/// The protection of the files that a task must be able to read (`protectionTypeOfRequiredData`; §1.6).
public enum FileProtection: String, Hashable, Sendable, Saved, CaseIterable {
  /// Readable while the device is unlocked.
  case complete
  /// Like `complete`, for files that are not open.
  case completeUnlessOpen
  /// Readable after the first unlock since the machine started.
  case completeUntilFirstUserAuthentication
  /// Always readable.
  case none
}

/// A request that has not run, as returned to the app (`getPendingTaskRequests`).
@usableFromInline package struct PendingTask: Hashable, Sendable {
  /// The submitted request.
  @usableFromInline package var request: TaskRequest
  /// When it was submitted.
  @usableFromInline package var submittedAt: Instant
  /// The time before which it does not begin; `nil`: at once.
  @usableFromInline package var earliestBegin: Instant?

  /// Makes a pending request.
  @inlinable package init(request: TaskRequest, submittedAt: Instant, earliestBegin: Instant?) {
    self.request = request
    self.submittedAt = submittedAt
    self.earliestBegin = earliestBegin
  }
}
