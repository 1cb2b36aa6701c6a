#ifndef TORPOR_UIKIT_UIAPPLICATION_H
#define TORPOR_UIKIT_UIAPPLICATION_H

// What the compiler calls for a class with @UIApplicationMain; the names are objects of Foundation's NSString. Swift
// code sees the function of the same name that takes strings.
int UIApplicationMain(int argc, char *_Nullable *_Nonnull argv, const void *_Nullable principalClassName,
                      const void *_Nullable delegateClassName);

#endif
