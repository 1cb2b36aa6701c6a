/// Programs that people download with; each as its users would call it for many files.
struct TransferPeer {
  let name: String
  private let program: ForegroundProgram
  private let arguments: (ServedFiles, _ folder: String) -> [String]

  /// The peers that are installed; wget2 first, for it is the fastest.
  static var installed: [TransferPeer] {
    [
      TransferPeer("wget2") { files, folder in
        ["--quiet", "--max-threads=16", "-P", folder, "-i", files.list]
      },
      TransferPeer("curl") { files, folder in
        [
          "-q", "-s", "-f", "-Z", "--parallel-max", "16", "--output-dir", folder, "-K",
          files.curlConfiguration,
        ]
      },
      TransferPeer("aria2c") { files, folder in
        ["--no-conf", "-q", "-j16", "-d", folder, "-i", files.list]
      },
    ].compactMap(\.self)
  }

  private init?(_ name: String, _ arguments: @escaping (ServedFiles, String) -> [String]) {
    guard let program = ForegroundProgram(installed: name) else { return nil }
    self.name = name
    self.program = program
    self.arguments = arguments
  }

  /// Gets the files into an empty folder.
  func download(_ files: ServedFiles, into folder: ReceivingFolder) throws -> TransferCost {
    let cost = try program.run(arguments(files, folder.path), in: folder.path)
    try folder.check(files, of: name)
    return cost
  }
}
