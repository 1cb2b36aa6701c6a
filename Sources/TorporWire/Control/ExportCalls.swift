// What moves to another machine: the calls that make it there again (decision 0026).

extension Control.Export {
  package func check() throws(WireError) {
    if app != nil, job != nil { throw .invalidParameter(parameter: "job") }
  }
}

extension Control.AddUsage {
  /// As many opens as are kept of an app.
  package static let countMax = 1024
}

/// A call by the name of its method, with its parameters, as an export holds it.
extension ControlCall: WireObject {
  /// The methods that an export may consist of: an import makes no other calls, whatever its file says.
  package static let methodsOfExports: [ControlInterface.Method] = [
    .install, .changeSetting, .addUsage, .submitJob,
  ]

  package static let keys = ["method", "parameters"]

  package init(_ message: ParameterReader) throws(WireError) {
    let method: String = try message.value("method")
    guard Self.methodsOfExports.contains(where: { $0.rawValue == method }) else {
      throw .malformedMessage(cause: "'\(method)' is not a call that an export contains")
    }
    self = try EarlierWords.read(
      ControlInterface.name,
      method[...],
      try message.value("parameters"),
      ControlCall.init(method:parameters:)
    )
  }

  package var members: [(key: String, value: JSON?)] {
    [("method", .string(String(call.name))), ("parameters", call.parameters)]
  }
}

extension [ControlCall] {
  /// The calls as a list of objects, as in a file of `torpor export`.
  package var exportJSON: JSON { json }

  /// Reads such a list.
  ///
  /// - Throws: `WireError` where one is no call that an export may hold.
  package init(exportJSON list: JSON?) throws(WireError) {
    guard let list, list.elements != nil else {
      throw .malformedMessage(cause: "'calls' is missing, or is not a list")
    }
    self = try [ControlCall](WireElement(json: list, path: "", key: "calls", isStrict: false))
  }
}
