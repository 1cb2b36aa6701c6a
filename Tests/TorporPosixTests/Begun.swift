import Testing

@testable import TorporPosix
