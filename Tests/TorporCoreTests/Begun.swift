import Testing

@testable import TorporCore
