import TorporModel
package import TorporWire

// The life cycle and the task scheduler.

extension AppCalls {
  package func attach(_ call: Incoming<App.Attach>) -> Work {
    ask(call, .attach) { [now] _ in
      AttachReply.attached(version: InterfaceVersions.app, now: now())
    }
  }

  package func returned(_ call: Incoming<App.Returned>) -> Work {
    ask(call, .returned(callback: call.callback))
  }

  package func complete(_ call: Incoming<App.Complete>) -> Work {
    ask(call, .complete(callback: call.callback, result: call.result))
  }

  package func beginBackgroundTask(_ call: Incoming<App.BeginBackgroundTask>) -> Work {
    let request = AppRequest.beginBackgroundTask(
      name: call.name,
      hasExpirationHandler: call.hasExpirationHandler,
      key: call.key
    )
    return ask(call, request) {
      if case .task(let task) = $0 { App.BeginBackgroundTask.Reply(task: task) } else { nil }
    }
  }

  package func endBackgroundTask(_ call: Incoming<App.EndBackgroundTask>) -> Work {
    ask(call, .endBackgroundTask(task: call.task))
  }

  package func performExpiringActivity(_ call: Incoming<App.PerformExpiringActivity>) -> Work {
    ask(call, .performExpiringActivity(reason: call.reason, key: call.key)) {
      if case .task(let task) = $0 {
        App.PerformExpiringActivity.Reply(task: task)
      } else {
        App.PerformExpiringActivity.Reply()
      }
    }
  }

  package func backgroundTimeRemaining(_ call: Incoming<App.BackgroundTimeRemaining>) -> Work {
    ask(call, .backgroundTimeRemaining) {
      if case .timeRemaining(let rest) = $0 {
        App.BackgroundTimeRemaining.Reply(remaining: rest)
      } else {
        nil
      }
    }
  }

  package func isMultitaskingSupported(_ call: Incoming<App.IsMultitaskingSupported>) -> Work {
    ask(call, .isMultitaskingSupported) {
      if case .multitasking(let isSupported) = $0 {
        App.IsMultitaskingSupported.Reply(isSupported: isSupported)
      } else {
        nil
      }
    }
  }

  package func registerTask(_ call: Incoming<App.RegisterTask>) -> Work {
    ask(call, .registerTask(identifier: call.identifier, key: call.key, type: call.type)) {
      if case .registered(let isPermitted) = $0 {
        App.RegisterTask.Reply(isPermitted: isPermitted)
      } else {
        nil
      }
    }
  }

  package func submitTask(_ call: Incoming<App.SubmitTask>) -> Work {
    ask(call, .submitTask(call.request))
  }

  package func cancelTaskRequest(_ call: Incoming<App.CancelTaskRequest>) -> Work {
    ask(call, .cancelTaskRequest(identifier: call.identifier))
  }

  package func pendingTaskRequests(_ call: Incoming<App.PendingTaskRequests>) -> Work {
    ask(call, .pendingTaskRequests) {
      if case .pendingTasks(let tasks) = $0 {
        App.PendingTaskRequests.Reply(requests: tasks)
      } else {
        nil
      }
    }
  }

  package func setExpirationHandler(_ call: Incoming<App.SetExpirationHandler>) -> Work {
    ask(call, .setExpirationHandler(callback: call.callback, isSet: call.isSet))
  }

  package func reportProgress(_ call: Incoming<App.ReportProgress>) -> Work {
    let request = AppRequest.reportProgress(
      callback: call.callback,
      permille: call.permille,
      title: call.title,
      subtitle: call.subtitle
    )
    return ask(call, request)
  }

  package func setMinimumBackgroundFetchInterval(
    _ call: Incoming<App.SetMinimumBackgroundFetchInterval>
  ) -> Work {
    ask(call, .setFetchInterval(call.interval))
  }
}
