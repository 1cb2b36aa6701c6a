import FoundationEssentials
import Glibc

// torpor-interfaces INTERFACES SOURCES DOCS: reads every *.varlink of one folder, and swift.map, writes Swift into
// the folders `Generated` of the modules, and pages about the interfaces. Words that an interface has from another
// one are written into its file. What is wrong is reported with the file and the line.

struct Failure: Error {
  var sentence: String
}

/// Runs what reads or makes an interface, and names the file of a mistake.
func naming<Value>(
  _ folder: String,
  _ file: String,
  _ body: () throws(Mistake) -> Value
) throws(Failure) -> Value {
  do throws(Mistake) {
    return try body()
  } catch {
    throw Failure(sentence: "\(folder)/\(error.file ?? file):\(error.line): \(error.text)")
  }
}

/// Everything that is made of the interfaces, in one run.
struct Generation {
  var folder: String
  var sources: String
  var documents: String
  var interfaces: [Interface] = []
  var maps: [String: SwiftMap] = [:]
  var settings: [Setting] = []

  mutating func run() throws {
    try readInterfaces()
    try readMap()
    try completeInterfaces()
    for interface in interfaces { try make(interface) }
    let errors = try naming(folder, "swift.map") { () throws(Mistake) in
      try Interface.errorsFile(interfaces, maps)
    }
    try write(errors, "WireErrors", in: "TorporAppWire")
    try write(Interface.list(interfaces), "Interfaces", in: "TorporWire")
    try write(Interface.page(interfaces), to: "\(documents)/interfaces.md")
    try write(Interface.settingsPage(settings), to: "\(documents)/settings.md")
  }

  private mutating func readInterfaces() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    for file in files.sorted() where file.hasSuffix(".varlink") {
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      let interface = try naming(folder, file) { () throws(Mistake) in
        let interface = try Interface(parsing: text)
        guard file == "\(interface.name).varlink" else {
          throw Mistake(
            line: 1,
            text: "describes \(interface.name); call the file \(interface.name).varlink"
          )
        }
        return interface
      }
      interfaces.append(interface)
    }
  }

  private mutating func readMap() throws {
    let text = try String(contentsOfFile: "\(folder)/swift.map", encoding: .utf8)
    let names = interfaces.map(\.name)
    maps = try naming(folder, "swift.map") { () throws(Mistake) in
      let maps = try SwiftMap.parse(text)
      let strays = maps.filter { !names.contains($0.key) }
      if let stray = strays.min(by: { $0.value.line < $1.value.line }) {
        throw Mistake(line: stray.value.line, text: "there is no \(stray.key).varlink")
      }
      return maps
    }
  }

  /// Writes into the files what they repeat of others.
  private mutating func completeInterfaces() throws {
    for (index, interface) in interfaces.enumerated() {
      let all = interfaces
      let map = maps[interface.name]
      let completed = try naming(folder, interface.file) { () throws(Mistake) in
        var completed = interface
        if let text = try completed.withSharedWords(of: all) {
          completed = try Interface(parsing: text)
        }
        if let map, let text = try completed.withSettingsInReply(map) {
          completed = try Interface(parsing: text)
        }
        return completed
      }
      interfaces[index] = completed
      guard completed.text != interface.text else { continue }
      try write(completed.text, to: "\(folder)/\(interface.file)")
    }
  }

  private mutating func make(_ interface: Interface) throws {
    try write(interface.swift, interface.swiftName, in: interface.wire)
    guard let map = maps[interface.name], !map.hasErrorsAlone else { return }
    let files = try naming(folder, interface.file) { () throws(Mistake) in
      try map.check(against: interface)
      return try interface.files(map)
    }
    for (module, name, text) in files.made { try write(text, name, in: module) }
    settings += files.settings
    // Only the system handles calls.
    try write(interface.handlerFile(), "\(interface.namespace)Handler", in: "TorporWire")
  }

  private func write(_ text: String, _ name: String, in module: String) throws {
    try write(text, to: "\(sources)/\(module)/Generated/\(name).swift")
  }

  private func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

extension Interface {
  /// The name of its file.
  var file: String { "\(name).varlink" }

  /// What is made of it, each for a module, but for its handler; and its settings.
  fileprivate func files(_ map: SwiftMap) throws(Mistake) -> (
    made: [(module: String, name: String, text: String)], settings: [Setting]
  ) {
    var made = try madeWords(map).map { (vocabulary, $0.name, $0.text) }
    var found: [Setting] = []
    if let (method, rows) = try settings(map) {
      made += [
        (wire, "SettingRows", try settingsWireFile(method, rows)),
        (vocabulary, "Settings", try settingsFile(rows)),
        ("TorporCore", "Setting", settingUnionFile(rows)),
        ("TorporDaemon", "SettingChanges", settingChangesFile(method, rows)),
      ]
      found = rows
    }
    made.append((wire, "\(namespace)Types", try typesFile(map)))
    if let shared = try appTypesFile(map) {
      made.append(("TorporAppWire", "\(namespace)Types", shared))
    }
    for (group, methods) in groups {
      made.append((wire, "\(namespace)\(group)", try callsFile(methods, map)))
    }
    if !map.unions.isEmpty { made.append((wire, "\(namespace)Unions", try unionsFile(map))) }
    return (made, found)
  }
}

/// Ends the program with a sentence, and not with a trace of calls.
func fail(_ sentence: String) -> Never {
  let text = Array("generate: \(sentence)\n".utf8)
  _ = Glibc.write(STDERR_FILENO, text, text.count)
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  fail("give the folder of the interfaces, that of the modules, and one for the pages")
}
var generation = Generation(
  folder: arguments[1],
  sources: arguments[2],
  documents: arguments[3]
)
do {
  try generation.run()
} catch let failure as Failure {
  fail(failure.sentence)
} catch {
  fail("\(error)")
}
let methods = generation.interfaces.reduce(0) { $0 + $1.methods.count }
print("\(generation.interfaces.count) interfaces, \(methods) methods")
