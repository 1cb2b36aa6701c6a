import FoundationEssentials

// torpor-interfaces INTERFACES SOURCES DOCS: reads every *.varlink of one folder, and swift.map, writes Swift into
// the folders `Generated` of the modules, and pages about the interfaces. Words that an interface has from another
// one are written into its file.

struct Failure: Error, CustomStringConvertible {
  var description: String
}

func interface(at path: String, called file: String) throws -> Interface {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  do throws(Mistake) {
    let interface = try Interface(parsing: text)
    guard file == "\(interface.name).varlink" else {
      throw Mistake(
        line: 1,
        text: "describes \(interface.name); call the file \(interface.name).varlink"
      )
    }
    return interface
  } catch {
    throw Failure(description: "\(path):\(error)")
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 4 else {
  throw Failure(
    description: "give the folder of the interfaces, that of the modules, and one for the pages"
  )
}
let (folder, sources, documents) = (arguments[1], arguments[2], arguments[3])
let files = try FileManager.default.contentsOfDirectory(atPath: folder)
var interfaces = try files.sorted().filter { $0.hasSuffix(".varlink") }.map {
  try interface(at: "\(folder)/\($0)", called: $0)
}
let map = try String(contentsOfFile: "\(folder)/swift.map", encoding: .utf8)
let maps: [String: SwiftMap]
do throws(Mistake) {
  maps = try SwiftMap.parse(map)
} catch {
  throw Failure(description: "\(folder)/swift.map:\(error)")
}
for (index, interface) in interfaces.enumerated() {
  let path = "\(folder)/\(interface.name).varlink"
  do throws(Mistake) {
    if let text = try interface.withSharedWords(of: interfaces) {
      interfaces[index] = try Interface(parsing: text)
    }
    if let text = try maps[interface.name].flatMap({ map throws(Mistake) in
      try interfaces[index].withSettingsInReply(map)
    }) {
      interfaces[index] = try Interface(parsing: text)
    }
  } catch {
    throw Failure(description: "\(path):\(error)")
  }
  guard interfaces[index].text != interface.text else { continue }
  try interfaces[index].text.write(toFile: path, atomically: true, encoding: .utf8)
}

func write(_ text: String, _ name: String, in module: String) throws {
  let path = "\(sources)/\(module)/Generated/\(name).swift"
  try text.write(toFile: path, atomically: true, encoding: .utf8)
}

var settings: [Setting] = []
for interface in interfaces {
  try write(interface.swift, interface.swiftName, in: interface.wire)
  guard let map = maps[interface.name], !map.hasErrorsAlone else { continue }
  var files: [(name: String, text: String)] = []
  var made: [(module: String, name: String, text: String)] = []
  do throws(Mistake) {
    made = try interface.madeWords(map).map { (interface.vocabulary, $0.name, $0.text) }
    if let (method, rows) = try interface.settings(map) {
      files.append(("SettingRows", try interface.settingsWireFile(method, rows)))
      made += [
        (interface.vocabulary, "Settings", try interface.settingsFile(rows)),
        ("TorporCore", "Setting", interface.settingUnionFile(rows)),
        ("TorporDaemon", "SettingChanges", interface.settingChangesFile(method, rows)),
      ]
      settings += rows
    }
    let types = try interface.typesFile(map)
    files.append(("\(interface.namespace)Types", types))
    if let shared = try interface.appTypesFile(map) {
      made.append(("TorporAppWire", "\(interface.namespace)Types", shared))
    }
    for (group, methods) in interface.groups {
      files.append(("\(interface.namespace)\(group)", try interface.callsFile(methods, map)))
    }
    if !map.unions.isEmpty {
      files.append(("\(interface.namespace)Unions", try interface.unionsFile(map)))
    }
  } catch {
    throw Failure(description: "\(folder)/\(interface.name).varlink:\(error)")
  }
  for (name, text) in files { try write(text, name, in: interface.wire) }
  // Calls are handled by the system alone.
  try write(interface.handlerFile(), "\(interface.namespace)Handler", in: "TorporWire")
  for (module, name, text) in made { try write(text, name, in: module) }
}
let errors: String
do throws(Mistake) {
  errors = try Interface.errorsFile(interfaces, maps)
} catch {
  throw Failure(description: "\(folder):\(error)")
}
try write(errors, "WireErrors", in: "TorporAppWire")
try write(Interface.list(interfaces), "Interfaces", in: "TorporWire")
try Interface.page(interfaces).write(
  toFile: "\(documents)/interfaces.md",
  atomically: true,
  encoding: .utf8
)
try Interface.settingsPage(settings).write(
  toFile: "\(documents)/settings.md",
  atomically: true,
  encoding: .utf8
)
print("\(interfaces.count) interfaces, \(interfaces.reduce(0) { $0 + $1.methods.count }) methods")
