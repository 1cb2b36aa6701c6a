// What moves to another machine: the calls that make it there again (decision 0026).

/// What is to be exported.
package enum ExportSubject: Hashable, Sendable {
  /// The settings of the device.
  case device
  /// An app, with its settings and habits.
  case app(String)
  /// A job that has not finished.
  case job(String)
}

/// What makes a thing on another machine again, and whose it is.
package struct Exported: Hashable, Sendable {
  package var ownerUserID: UInt32
  /// In order; none for what does not move.
  package var calls: [ControlMethod]

  package init(ownerUserID: UInt32, calls: [ControlMethod]) {
    self.ownerUserID = ownerUserID
    self.calls = calls
  }
}

/// When an app was opened on another device.
package struct UsageAddition: Hashable, Sendable {
  package var app: String
  /// Microseconds since 1970 by the wall clock, ascending.
  package var openedWallMicroseconds: [Int64]

  package init(app: String, openedWallMicroseconds: [Int64]) {
    self.app = app
    self.openedWallMicroseconds = openedWallMicroseconds
  }

  /// As many opens as are kept of an app.
  package static let countMax = 1024
}

extension ControlMethod {
  /// The methods that an export may consist of: an import makes no other calls, whatever its file says.
  package static let methodsOfExports: [ControlInterface.Method] = [
    .install, .changeSetting, .addUsage, .submitJob,
  ]
}

extension ExportSubject {
  init(call parameters: JSON) throws(WireError) {
    let call = try parameters.parameters(ExportParameters.self)
    if call.app != nil, call.job != nil { throw .invalidParameter(parameter: "job") }
    self = call.app.map { .app($0) } ?? call.job.map { .job($0) } ?? .device
  }

  var parameters: JSON {
    switch self {
    case .device: .encoding(ExportParameters())
    case .app(let name): .encoding(ExportParameters(app: name))
    case .job(let name): .encoding(ExportParameters(job: name))
    }
  }
}

extension UsageAddition {
  init(call parameters: JSON) throws(WireError) {
    let call = try parameters.parameters(AddUsageParameters.self)
    guard call.openedWallMicroseconds.count <= Self.countMax else {
      throw .invalidParameter(parameter: "openedWallMicroseconds")
    }
    self.init(app: call.app, openedWallMicroseconds: call.openedWallMicroseconds)
  }

  var parameters: JSON {
    .encoding(AddUsageParameters(app: app, openedWallMicroseconds: openedWallMicroseconds))
  }
}

extension Exported {
  /// The reply to `Export`.
  var parameters: JSON {
    .object(["ownerUserID": .integer(Int64(ownerUserID)), "calls": calls.exportJSON])
  }

  init(parameters: JSON) throws(WireError) {
    guard let owner = parameters["ownerUserID"]?.integer(as: UInt32.self) else {
      throw .malformedMessage(cause: "'ownerUserID' is missing or not of its type")
    }
    self.init(ownerUserID: owner, calls: try [ControlMethod](exportJSON: parameters["calls"]))
  }
}

extension [ControlMethod] {
  /// The calls as a list of objects, as in a reply to `Export` and in a file of `torpor export`.
  package var exportJSON: JSON {
    .array(
      map { .object(["method": .string($0.method.rawValue), "parameters": $0.parameters]) }
    )
  }

  /// Reads such a list.
  ///
  /// - Throws: `WireError` where one is no call that an export may hold.
  package init(exportJSON list: JSON?) throws(WireError) {
    guard let calls = list?.elements else {
      throw .malformedMessage(cause: "'calls' is missing or is no list")
    }
    self = []
    for call in calls {
      guard let method = call["method"]?.text, let parameters = call["parameters"],
        ControlMethod.methodsOfExports.contains(where: { $0.rawValue == method })
      else {
        throw .malformedMessage(
          cause: "'\(call["method"]?.text ?? "")' is no call that an export holds"
        )
      }
      append(try ControlMethod(method: method, parameters: parameters))
    }
  }
}

private struct ExportParameters: Codable {
  var app: String?
  var job: String?
}

private struct AddUsageParameters: Codable {
  var app: String
  var openedWallMicroseconds: [Int64]
}
