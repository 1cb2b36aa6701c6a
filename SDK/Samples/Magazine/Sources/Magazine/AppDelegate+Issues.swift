import NewsstandKit

extension AppDelegate: NSURLConnectionDownloadDelegate {
  func connectionDidFinishDownloading(_ connection: NSURLConnection, destinationURL: URL) {
    guard let asset = connection.newsstandAssetDownload, let issue = asset.issue,
      let file = asset.userInfo?["file"] as? String
    else { return }
    do {
      let place = issue.contentURL.appendingPathComponent(file)
      try FileManager.default.moveItem(at: destinationURL, to: place)
      NSLog("%@ is here", file as NSString)
    } catch {
      NSLog("%@ is not kept: %@", file as NSString, error.localizedDescription as NSString)
    }
  }

  func connection(_ connection: NSURLConnection, didFailWithError error: Error) {
    NSLog("not loaded: %@", error.localizedDescription as NSString)
  }
}
