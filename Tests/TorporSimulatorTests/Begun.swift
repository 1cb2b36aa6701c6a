import Testing

@testable import TorporSimulator
