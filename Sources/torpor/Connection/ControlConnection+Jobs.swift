import TorporModel
import TorporWire

extension ControlConnection {
  /// Every job that the caller may see, by number.
  ///
  /// - Throws: `CommandFailure`.
  func jobs() throws(CommandFailure) -> [JobStatus] { try jobPages().jobs }

  /// Every job, also as the daemon sent it; the pages of a long list are put together.
  ///
  /// - Throws: `CommandFailure`.
  func jobPages() throws(CommandFailure) -> (jobs: [JobStatus], parameters: [JSON]) {
    var (jobs, parameters): ([JobStatus], [JSON]) = ([], [])
    var query = Control.ListJobs()
    while true {
      let answer = try call(query)
      jobs += answer.reply.jobs
      parameters += answer.parameters["jobs"]?.elements ?? []
      // A page that does not lead on would be asked for again and again.
      guard let next = answer.reply.next, next > query.after ?? JobIdentifier(rawValue: 0) else {
        return (jobs, parameters)
      }
      query.after = next
    }
  }

  /// One job.
  ///
  /// - Throws: `CommandFailure.refused` where it is gone.
  func job(_ job: JobIdentifier) throws(CommandFailure) -> JobStatus {
    try self.job(exactly: job.description).status
  }

  /// The job of a name, a number, or the beginning of a name that only one job has.
  ///
  /// - Throws: `CommandFailure`: as the daemon refuses, or naming the jobs that begin so.
  func job(named text: String) throws(CommandFailure) -> (status: JobStatus, parameters: JSON) {
    do throws(CommandFailure) {
      return try job(exactly: text)
    } catch {
      guard case .refused(.refused(.unknownJob)) = error else { throw error }
      guard let beginning = try JobLookup.job(beginningWith: text, among: try jobs()) else {
        throw error
      }
      return try job(exactly: beginning.description)
    }
  }

  /// The job of a name or a number.
  ///
  /// - Throws: `CommandFailure.refused` where there is none.
  func job(
    exactly text: String
  ) throws(CommandFailure) -> (status: JobStatus, parameters: JSON) {
    let answer = try call(Control.ListJobs(job: text))
    guard let status = answer.reply.jobs.first,
      let parameters = answer.parameters["jobs"]?.elements?.first
    else { throw .refused(.refused(.unknownJob(name: text, similar: []))) }
    return (status, parameters)
  }
}

/// Finds a job by the beginning of its name.
enum JobLookup {
  /// The job; `nil` where none begins so.
  ///
  /// One that is not over goes before those that are.
  ///
  /// - Throws: `CommandFailure.usage` naming the jobs where several are meant.
  static func job(
    beginningWith text: String,
    among jobs: [JobStatus]
  ) throws(CommandFailure) -> JobIdentifier? {
    guard !text.isEmpty else { return nil }
    let all = jobs.filter { $0.name.lowercased().hasPrefix(text.lowercased()) }
    let open = all.filter { !$0.state.isFinal }
    let meant = open.isEmpty ? all : open
    guard meant.count > 1 else { return meant.first?.job }
    let names = meant.prefix(5).map { "\($0.name) (\($0.job))" }.joined(separator: ", ")
    let more = meant.count > 5 ? " and \(meant.count - 5) more" : ""
    throw .usage(
      "'\(text)' matches several jobs: \(names)\(more). Type more of the name."
    )
  }
}
