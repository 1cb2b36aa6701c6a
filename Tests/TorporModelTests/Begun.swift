import Testing

@testable import TorporModel
