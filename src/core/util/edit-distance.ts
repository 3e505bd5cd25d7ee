/** With one letter changed, a shorter word is another word. */
const SIMILAR_LENGTH_MIN = 4

/** Whether two words differ by one letter at most: one changed, missing, added, or swapped with its neighbour. */
export function isSimilar(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SIMILAR_LENGTH_MIN || Math.abs(a.length - b.length) > 1) return false
  return editDistance(a, b) <= 1
}

/**
 * Number of insertions, deletions, changes or swaps of neighbours from `a` to `b` (optimal string alignment). O(length
 * of a × length of b): callers bound the lengths.
 */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : changed
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, changed, swapped))
    }
    before = row
    row = next
  }
  return row[b.length]!
}
