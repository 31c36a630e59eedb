internal import BoxWire
internal import UVLoop

/// All boxes and tombstones in order of their paths, so that those under a path are found without
/// examining others.
struct PathIndex {
  /// In order; none is empty. They are short, so that inserting a box moves few others.
  private var chunks: [[PublishedBox]] = []

  /// The number of boxes at which a chunk is split in two.
  private static let most = 512

  /// Adds a box whose path is not in the index.
  mutating func insert(_ box: PublishedBox) {
    guard !chunks.isEmpty else { return chunks.append([box]) }
    // A box after all others goes into the last chunk.
    let index = min(place(of: box.path.text).chunk, chunks.count - 1)
    let offset = chunks[index].firstIndex(from: box.path.text)
    chunks[index].insert(box, at: offset)
    guard chunks[index].count > Self.most else { return }
    let (half, rest) = (chunks[index].prefix(Self.most / 2), chunks[index].dropFirst(Self.most / 2))
    chunks.replaceSubrange(index...index, with: [Array(half), Array(rest)])
  }

  /// Removes a box that is in the index.
  mutating func remove(_ box: PublishedBox) {
    let place = place(of: box.path.text)
    chunks[place.chunk].remove(at: place.offset)
    if chunks[place.chunk].isEmpty { chunks.remove(at: place.chunk) }
  }

  /// Returns the boxes under a path, without the one at the path itself, in order of their paths.
  ///
  /// - Returns: nil when there are more than `limit`.
  func boxes(under root: String, atMost limit: Int) -> [PublishedBox]? {
    // Their paths begin with `root.`, and the character after the dot is the slash.
    let (first, end) = (place(of: root + "."), place(of: root + "/"))
    var found: [PublishedBox] = []
    for index in first.chunk..<min(end.chunk + 1, chunks.count) {
      let from = index == first.chunk ? first.offset : 0
      let to = index == end.chunk ? end.offset : chunks[index].count
      guard found.count + to - from <= limit else { return nil }
      found += chunks[index][from..<to]
    }
    return found
  }

  /// The position of the first box whose path is not before `text`; after the last chunk if there
  /// is none.
  private func place(of text: String) -> (chunk: Int, offset: Int) {
    let chunk = chunks.partitionIndex { text <= $0[$0.count - 1].path.text }
    return (chunk, chunk < chunks.count ? chunks[chunk].firstIndex(from: text) : 0)
  }
}

extension [PublishedBox] {
  /// In boxes sorted by path, the index of the first whose path is not before `text`.
  fileprivate func firstIndex(from text: String) -> Int {
    partitionIndex { text <= $0.path.text }
  }
}
