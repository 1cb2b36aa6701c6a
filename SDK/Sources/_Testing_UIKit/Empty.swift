// Nothing: Swift Testing imports a module of this name into every test that can see a module UIKit.
