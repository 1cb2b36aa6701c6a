import Glibc
import TorporModel
import TorporPosix
import TorporRewriting

/// The sources of a build, and the copies that the compiler reads in place of some of them.
struct SourceOverlay {
  /// Sentences for the author, with the path, the line and the column in front, as compilers have them.
  private(set) var warnings: [String] = []
  /// How many sources are rewritten.
  private(set) var rewrittenCount = 0
  /// Whether a source declares a type `Timer`, which changes what comes of all others.
  let hasOwnTimer: Bool
  /// Modules in which a source says where the program begins.
  private(set) var modulesWithEntryPoint: Set<String> = []
  private var files: [(path: String, contents: String)] = []

  /// What is read of a source at most, in bytes: 16 MiB.
  ///
  /// The largest that people have are generated tables of some MB; our choice.
  private static let bytesMax = 16 << 20

  /// Rewrites the sources of each module into the build folder.
  ///
  /// - Throws: `CommandFailure.failed` where a source cannot be read, or a copy not be written.
  init(_ modules: [(name: String, sources: [String])], in folder: BuildFolder)
    throws(CommandFailure)
  {
    var read: [[SourceRewriting]] = []
    for module in modules { read.append(try SourceOverlay.read(module.sources)) }
    // Modules import each other, so that a name of one can be meant in all.
    let names = read.joined().reduce(into: Set<String>()) {
      $0.formUnion($1.declarations.typeNames)
    }
    hasOwnTimer = names.contains("Timer")
    for (module, rewritings) in zip(modules, read) {
      if rewritings.contains(where: \.declarations.hasEntryPoint) {
        modulesWithEntryPoint.insert(module.name)
      }
      try add(module.sources, rewritings, names, folder)
    }
    try removeOld(in: folder)
    do throws(SystemError) {
      try Files.replace(folder.overlay, with: VirtualOverlay(files).text)
    } catch {
      throw .failed("The overlay of the rewritten sources cannot be written: \(error).")
    }
  }

  private static func read(_ sources: [String]) throws(CommandFailure) -> [SourceRewriting] {
    var rewritings: [SourceRewriting] = []
    for source in sources {
      do throws(SystemError) {
        rewritings.append(SourceRewriting(try FileBytes.read(source, bytesMax: bytesMax)))
      } catch {
        throw .failed(
          "\(source) cannot be read: \(SystemError.text(of: error.code)). Check it, or leave it out."
        )
      }
    }
    return rewritings
  }

  private mutating func add(
    _ sources: [String],
    _ rewritings: [SourceRewriting],
    _ names: Set<String>,
    _ folder: BuildFolder
  ) throws(CommandFailure) {
    var notes: [[SourceNote]] = []
    for (source, rewriting) in zip(sources, rewritings) {
      let result = rewriting.result(moduleTypeNames: names)
      notes.append(result.notes)
      guard let bytes = result.rewritten else { continue }
      files.append((source, try write(bytes, of: source, folder)))
      rewrittenCount += 1
    }
    for found in DelegateCheck(rewritings.map(\.declarations)).findings() {
      notes[found.sourceIndex].append(
        rewritings[found.sourceIndex].note(ofOffset: found.offset, found.text)
      )
    }
    for (source, notes) in zip(sources, notes) {
      warnings += notes.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        .map { "\(source):\($0.line):\($0.column): warning: \($0.text)" }
    }
  }

  /// Writes a copy, where it is not there already; returns its path.
  private func write(
    _ bytes: [UInt8],
    of source: String,
    _ folder: BuildFolder
  ) throws(CommandFailure) -> String {
    let copy = "\(folder.rewritten)/\(files.count)-\(SourceFolder.name(of: source))"
    do throws(SystemError) {
      if (try? FileBytes.read(copy, bytesMax: Self.bytesMax)) != bytes {
        try Files.replace(copy, with: bytes)
      }
    } catch {
      throw .failed("The copy of \(source) cannot be written: \(error).")
    }
    return copy
  }

  /// Copies of an earlier build that this one has not.
  private func removeOld(in folder: BuildFolder) throws(CommandFailure) {
    let wanted = Set(files.map(\.contents))
    for name in Files.names(in: folder.rewritten)
    where !wanted.contains(folder.rewritten + "/" + name) {
      do throws(SystemError) {
        try Files.remove(folder.rewritten + "/" + name)
      } catch {
        throw .failed("An old copy cannot be removed: \(error).")
      }
    }
  }
}
