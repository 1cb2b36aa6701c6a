import Testing

@testable import TorporDaemon
