// Empty: Swift Testing imports a module with this name into every test that can see a module UIKit.
