import os.log

let logger = Logger(subsystem: "com.example.messenger", category: "app")
