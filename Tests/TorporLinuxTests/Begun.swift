import Testing

@testable import TorporLinux
