import Testing

/// One process has one app, so its tests run one after the other.
@Suite(.serialized, .timeLimit(.minutes(1)))
enum AppTests {}
