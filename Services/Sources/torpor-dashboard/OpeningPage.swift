#if canImport(Glibc)
import Glibc
#endif

/// A file that only this user can read, and that leads a browser to the dashboard: every user of the machine can see
/// the arguments of a program, so the token must not be among those of `xdg-open`.
struct OpeningPage: Sendable {
  private let path: String

  /// Makes the file's path; `nil` if there is no folder that only this user can access.
  init?() {
    guard let folder = Options.variable("XDG_RUNTIME_DIR") else { return nil }
    path = folder + "/torpor-dashboard-\(getpid()).html"
  }

  /// Opens the address in the user's browser if possible; reports nothing if not, because the address is printed.
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
    // The program does not wait for it, and the kernel reaps it when it ends.
    signal(SIGCHLD, SIG_IGN)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    // A browser that it starts outlives this program: it gets its own session, and ignores no signals.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // 0x80 is POSIX_SPAWN_SETSID, which glibc declares only with extensions.
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | 0x80)
    )
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    posix_spawnp(&child, program, &actions, &attributes, &words, environ)
  }
}
