import ArgumentParser

#if !canImport(os) || !canImport(UIKit)
#error("Apple's modules are not seen, so that this shows nothing")
#endif

@main
struct Command: ParsableCommand {
  @Option var times = 1
  @Argument var word: String

  func run() { print(Array(repeating: word, count: times).joined(separator: " ")) }
}
