import { editDistance } from '../../core/util/edit-distance.ts'

/**
 * Names that resemble settings: a misspelt `ACCESS` must not leave a map open. All names with one of `prefixes` are
 * checked; others if they differ from a setting by singular and plural, or by a typing error.
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
      const isOtherNumber = singular(name) === singular(meant)
      if (!isOurs && !isOtherNumber && editDistance(name, meant) > (meant.length < 8 ? 1 : 2)) return []
      return [`${name} is not a setting: did you mean ${meant}?`]
    })
}

function nearest(name: string, known: readonly string[]): string {
  const otherNumber = known.find((each) => singular(each) === singular(name))
  if (otherNumber !== undefined) return otherNumber
  return known.reduce((best, candidate) =>
    editDistance(name, candidate) < editDistance(name, best) ? candidate : best,
  )
}

/** `TRUSTED_PROXIES` and `TRUSTED_PROXY` alike. */
function singular(name: string): string {
  return name.replace(/IES(?=_|$)/g, 'Y').replace(/S(?=_|$)/g, '')
}
