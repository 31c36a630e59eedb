extension VirtualScreen {
  /// Does what an escape sequence asks for.
  ///
  /// - Parameter sequence: without the ESC.
  mutating func carryOut(_ sequence: Substring) {
    guard programs == .fullScreen || isOfLines(sequence) else { return reject(sequence) }
    switch sequence.first {
    case "[":
      let parameters = sequence.dropFirst().dropLast()
      switch sequence.last {
      case "m":
        if !style.apply(parameters) { reject(sequence) }
      case "h", "l":
        for mode in parameters.drop(while: { $0 == "?" }).split(separator: ";") {
          set(parameters.hasPrefix("?") ? "?\(mode)" : "\(mode)", sequence.last == "h")
        }
      default: carryOut(sequence, parameters)
      }
    case "]" where sequence.hasPrefix("]52;c;"): copied = String(sequence.dropFirst(6).dropLast())
    case "]" where sequence.hasPrefix("]8;;"):
      let url = String(sequence.dropFirst(4).dropLast())
      link = url.isEmpty ? nil : url
    // The palette, which nothing changes.
    case "]" where sequence == "]104\u{7}": break
    default:
      switch sequence {
      case "7": saved = (row, column, style)
      case "8": (row, column, style) = (min(saved.row, rows - 1), saved.column, saved.style)
      case "M": reverseLineFeed()
      case "=", ">": hasKeypad = sequence == "="
      case "(B": break
      default: reject(sequence)
      }
    }
  }

  /// Whether a program that does not fill the screen may send it.
  private func isOfLines(_ sequence: Substring) -> Bool {
    guard sequence.hasPrefix("[") else { return false }
    let parameters = sequence.dropFirst().dropLast()
    switch sequence.last {
    case "H", "K", "J": return parameters.isEmpty
    case "A", "C": return true
    case "m": return parameters.allSatisfy { $0.isNumber || $0 == ";" }
    case "h", "l":
      return ["?1049", "?25", "?7", "?2004", "?2026"].contains(parameters)
    default: return false
    }
  }

  private mutating func reject(_ sequence: Substring) {
    unexpected.append("ESC \(sequence)")
  }

  /// Sets or resets a mode.
  private mutating func set(_ mode: String, _ isSet: Bool) {
    switch mode {
    case "4":
      inserts = isSet
      return
    case "?1049":
      guard isSet != isAlternate else { break }
      if isSet {
        main = (cells, row, column, style)
        cells = (0..<rows).map { _ in blankRow() }
      } else if let main {
        (cells, row, column) = (main.cells, min(main.row, rows - 1), main.column)
        style = main.style
        self.main = nil
      }
    case "?2026" where !isSet: updates += 1
    // The cursor's blinking, its keys, and the mouse.
    case "?7", "?25", "?2004", "?2026", "?12", "?1", "?1000", "?1002", "?1003", "?1006": break
    default: return reject("[\(mode)\(isSet ? "h" : "l")")
    }
    guard let number = Int(mode.dropFirst()) else { return }
    if isSet { modes.insert(number) } else { modes.remove(number) }
  }

  /// Carries out a control sequence with numbers.
  private mutating func carryOut(_ sequence: Substring, _ parameters: Substring) {
    let texts = parameters.split(separator: ";", omittingEmptySubsequences: false)
    let numbers = texts.map { $0.isEmpty ? 0 : Int($0) ?? -1 }
    guard !numbers.contains(-1) else { return reject(sequence) }
    // Left out or 0 is 1.
    let count = max(1, numbers.first ?? 1)
    let second = numbers.count > 1 ? max(1, numbers[1]) : nil
    if sequence.last != "b" { column = min(column, columns - 1) }
    switch sequence.last {
    case "A": row = max(row < region.lowerBound ? 0 : region.lowerBound, row - count)
    case "B": row = min(row > region.upperBound ? rows - 1 : region.upperBound, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "d": row = min(rows, count) - 1
    case "H": (row, column) = (min(rows, count) - 1, min(columns, second ?? 1) - 1)
    case "J": eraseScreen(numbers.first ?? 0, sequence)
    case "K": eraseRow(numbers.first ?? 0, sequence)
    case "X": erase(row, column..<column + count)
    case "@": insertBlanks(count)
    case "P": deleteCharacters(count)
    case "L", "M":
      guard region.contains(row) else { break }
      scroll(row...region.upperBound, by: sequence.last == "L" ? -count : count)
      column = 0
    case "S": scroll(region, by: count)
    case "T": scroll(region, by: -count)
    case "b":
      guard let last else { return reject(sequence) }
      for _ in 0..<count { put(last) }
    case "r":
      let bottom = min(rows, second ?? rows)
      guard count < bottom else { return reject(sequence) }
      region = count - 1...bottom - 1
      (row, column) = (0, 0)
    // Keeps and restores the title.
    case "t" where [22, 23].contains(count): break
    default: reject(sequence)
    }
  }

  private mutating func eraseScreen(_ part: Int, _ sequence: Substring) {
    switch part {
    case 0:
      erase(row, column..<columns)
      for below in row + 1..<max(rows, row + 1) { cells[below] = blankRow() }
    case 1:
      erase(row, 0..<column + 1)
      for above in 0..<row { cells[above] = blankRow() }
    case 2: cells = (0..<rows).map { _ in blankRow() }
    default: reject(sequence)
    }
  }

  private mutating func eraseRow(_ part: Int, _ sequence: Substring) {
    switch part {
    case 0: erase(row, column..<columns)
    case 1: erase(row, 0..<column + 1)
    case 2: erase(row, 0..<columns)
    default: reject(sequence)
    }
  }
}
