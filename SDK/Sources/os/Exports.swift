// The half that C declares, for `import os.log`.
@_exported public import os
