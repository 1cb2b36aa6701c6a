// No warnings: an app without a class for its delegate, begun by its own main.
import UIKit

UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, nil)
