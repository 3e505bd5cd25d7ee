/**
 * What is wrong with names that look like settings and are none: a misspelt `ACCESS` must not leave a map open. Names
 * that begin with one of `prefixes` are ours alone; of others, those a slip of the hand away from one of ours count.
 */
export function misspeltNames(
  names: readonly string[],
  known: readonly string[],
  prefixes: readonly string[],
): string[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, known)
      const isOurs = prefixes.some((prefix) => name.startsWith(prefix))
      if (!isOurs && slips(name, meant) > (meant.length < 8 ? 1 : 2)) return []
      return [`${name} is not a setting: did you mean ${meant}?`]
    })
}

function nearest(name: string, known: readonly string[]): string {
  return known.reduce((best, candidate) => (slips(name, candidate) < slips(name, best) ? candidate : best))
}

/** How many letters must be added, dropped, changed or swapped with their neighbour to get from `a` to `b`. */
function slips(a: string, b: string): number {
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
