#if canImport(Glibc)
import Glibc
#endif

/// A file that only this user can read, and that leads a browser to the dashboard: every user of the machine sees the
/// arguments of a program, so the token must not be among those of `xdg-open`.
struct OpeningPage: Sendable {
  private let path: String

  /// `nil` where there is no folder that is this user's alone.
  init?() {
    guard let folder = Options.variable("XDG_RUNTIME_DIR") else { return nil }
    path = folder + "/torpor-dashboard-\(getpid()).html"
  }

  /// Opens the address in the user's browser, if there is a way to; says nothing where there is none, for the address
  /// is printed.
  func open(_ address: String) {
    let page =
      "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">"
      + "<meta http-equiv=\"refresh\" content=\"0; url=\(address)\">"
    unlink(path)
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let bytes = Array(page.utf8)
    _ = write(file, bytes, bytes.count)
    close(file)
    start("xdg-open", path)
  }

  func remove() { unlink(path) }

  private func start(_ program: String, _ argument: String) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    posix_spawnp(&child, program, &actions, nil, &words, environ)
  }
}
