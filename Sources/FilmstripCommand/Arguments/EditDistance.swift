/// How far apart two words are: insertions, removals, replacements and swaps of neighbours, each counting one.
func editDistance(_ first: String, _ second: String) -> Int {
    let a = Array(first.utf8)
    let b = Array(second.utf8)
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
        var row = [i + 1] + [Int](repeating: 0, count: b.count)
        for j in 0..<b.count {
            row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1) }
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}

/// The word that was most likely meant; the first of the nearest. Nil when none is near: a third of the letters may be wrong.
func nearest(to word: String, among words: [String]) -> String? {
    let distances = words.map { (word: $0, distance: editDistance(word, $0)) }
    guard let best = distances.min(by: { $0.distance < $1.distance }), best.distance <= (word.utf8.count + 1) / 3 else {
        return nil
    }
    return best.word
}

/// A question to put behind a usage error: `; did you mean WORD?`, or nothing where no word is near.
func suggestion(_ word: String, among words: [String]) -> String {
    nearest(to: word, among: words).map { "; did you mean \($0)?" } ?? ""
}
