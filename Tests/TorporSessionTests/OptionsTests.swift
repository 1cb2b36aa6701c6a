import Testing

@testable import torpor_session

@Suite("The command line of torpor-session")
struct OptionsTests {
  private func options(
    _ arguments: [String],
    _ environment: [String: String] = [:]
  ) throws(Options.Mistake) -> Options {
    try Options(arguments) { environment[$0] }
  }

  @Test("looks for the user's own daemon first, then for that of the machine")
  func socketPaths() throws {
    #expect(
      try options([], ["XDG_RUNTIME_DIR": "/run/user/1000"]).socketPaths
        == ["/run/user/1000/torpor/socket", "/run/torpor/socket"]
    )
    #expect(try options([]).socketPaths == ["/run/torpor/socket"])
    #expect(try options([], ["TORPOR_SOCKET": "/a"]).socketPaths == ["/a"])
    #expect(try options(["--socket", "/b"], ["TORPOR_SOCKET": "/a"]).socketPaths == ["/b"])
  }

  @Test("takes the buses from the environment, or where they usually are")
  func buses() throws {
    let usual = try options([], ["XDG_RUNTIME_DIR": "/run/user/1000"])
    #expect(usual.systemBus.address == "unix:path=/run/dbus/system_bus_socket")
    #expect(usual.sessionBus.address == "unix:path=/run/user/1000/bus")
    #expect(try options([]).sessionBus.address == nil)
    let told = try options(
      [],
      ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/s", "DBUS_SYSTEM_BUS_ADDRESS": ""]
    )
    #expect(told.sessionBus.address == "unix:path=/s")
    #expect(told.systemBus.address == "unix:path=/run/dbus/system_bus_socket")
  }

  @Test(
    "says what is wrong",
    arguments: [
      (["--frob"], "'--frob' is not an option; torpor-session --help lists them."),
      (["--socket"], "--socket needs a path; torpor-session --help says more."),
      (["--socket", "a"], "--socket takes an absolute path, one that begins with /, not 'a'."),
    ]
  )
  func mistakes(arguments: [String], sentence: String) {
    #expect {
      try options(arguments)
    } throws: { error in
      (error as? Options.Mistake)?.sentence == sentence
    }
  }
}
