internal import OperatingSystem
internal import Terminal
internal import UVLoop

/// The user's file of settings, which is read again when it is saved.
@LoopActor
final class SettingsFile {
  /// Called with the settings, or with what is wrong with them. The old ones stay then.
  private let read: @LoopActor (Result<ScreenSettings, SettingsFault>) -> Void
  private let path: String?
  private var watcher: FileWatcher?
  private var known: [UInt8]?

  private static let name = "tui.json"
  /// In bytes.
  private static let longest = 64 << 10

  /// Reads the file at once, if there is one.
  init(_ read: @escaping @LoopActor (Result<ScreenSettings, SettingsFault>) -> Void) {
    self.read = read
    let directory = BaseDirectories().configuration.map { "\($0)/procon" }
    path = directory.map { "\($0)/\(Self.name)" }
    load()
    // Editors often replace a file, so its directory is watched. Without one, there is nothing to read.
    watcher = directory.flatMap { directory in
      try? FileWatcher(directory) { [weak self] name in
        if name == nil || name == Self.name { self?.load() }
      }
    }
  }

  private func load() {
    guard let path else { return }
    let text: [UInt8]
    do throws(ShortFileError) {
      text = try ShortFile.read(path, limit: Self.longest)
    } catch {
      if error != .missing { read(.failure(SettingsFault(sentence: error.sentence(about: path)))) }
      return
    }
    // One change may be reported several times, and an editor begins with an empty file.
    guard text != known, !text.isEmpty else { return }
    known = text
    do throws(SettingsError) {
      read(.success(try ScreenSettings(parsing: text)))
    } catch {
      read(.failure(SettingsFault(sentence: "\(path):\(error.line): \(error.words)")))
    }
  }
}

/// Why settings are not used, as a sentence.
struct SettingsFault: Error {
  let sentence: String
}
