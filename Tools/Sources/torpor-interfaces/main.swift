import FoundationEssentials

// torpor-interfaces INTERFACES APPS SYSTEM PAGE: reads every *.varlink of one folder, and swift.map, writes Swift
// into two others, what apps link and what only the system does, and a page about the interfaces.

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
guard arguments.count == 5 else {
  throw Failure(
    description: "give the folder of the interfaces, two folders for Swift, and a file for the page"
  )
}
let (folder, apps, system, page) = (arguments[1], arguments[2], arguments[3], arguments[4])
let files = try FileManager.default.contentsOfDirectory(atPath: folder)
let interfaces = try files.sorted().filter { $0.hasSuffix(".varlink") }.map {
  try interface(at: "\(folder)/\($0)", called: $0)
}

func write(_ text: String, _ name: String, to folder: String) throws {
  try text.write(toFile: "\(folder)/\(name).swift", atomically: true, encoding: .utf8)
}

let map = try String(contentsOfFile: "\(folder)/swift.map", encoding: .utf8)
let maps: [String: SwiftMap]
do throws(Mistake) {
  maps = try SwiftMap.parse(map)
} catch {
  throw Failure(description: "\(folder)/swift.map:\(error)")
}
for interface in interfaces {
  let output = interface.isOfApps ? apps : system
  try write(interface.swift, interface.swiftName, to: output)
  guard let map = maps[interface.name], !map.hasErrorsAlone else { continue }
  var files: [(name: String, text: String)] = []
  do throws(Mistake) {
    let types = try interface.typesFile(map)
    files = [("\(interface.namespace)Types", types)]
    for (group, methods) in interface.groups {
      files.append(("\(interface.namespace)\(group)", try interface.callsFile(methods, map)))
    }
    if !map.unions.isEmpty {
      files.append(("\(interface.namespace)Unions", try interface.unionsFile(map)))
    }
  } catch {
    throw Failure(description: "\(folder)/\(interface.name).varlink:\(error)")
  }
  for (name, text) in files { try write(text, name, to: output) }
  // Calls are handled by the system alone.
  try write(interface.handlerFile(), "\(interface.namespace)Handler", to: system)
}
let errors: String
do throws(Mistake) {
  errors = try Interface.errorsFile(interfaces, maps)
} catch {
  throw Failure(description: "\(folder):\(error)")
}
try write(errors, "WireErrors", to: apps)
try write(Interface.list(interfaces), "Interfaces", to: system)
try Interface.page(interfaces).write(toFile: page, atomically: true, encoding: .utf8)
print("\(interfaces.count) interfaces, \(interfaces.reduce(0) { $0 + $1.methods.count }) methods")
