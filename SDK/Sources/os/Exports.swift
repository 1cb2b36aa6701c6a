// The part that is declared in C, for `import os.log`.
@_exported public import os
