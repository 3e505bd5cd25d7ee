import { editDistance } from '../core/util/edit-distance.ts'

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
      if (!isOurs && editDistance(name, meant) > (meant.length < 8 ? 1 : 2)) return []
      return [`${name} is not a setting: did you mean ${meant}?`]
    })
}

function nearest(name: string, known: readonly string[]): string {
  return known.reduce((best, candidate) =>
    editDistance(name, candidate) < editDistance(name, best) ? candidate : best,
  )
}
