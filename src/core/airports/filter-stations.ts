/** The fields of a listed airport used by queries. */
export interface ListedStation {
  icao_code?: unknown
  name?: unknown
  name_en?: unknown
  city?: unknown
  province?: unknown
}

/** Airports matching the codes and the keyword (SS §4.4). */
export function filterStations<Station extends ListedStation>(
  stations: readonly Station[],
  { codes, keyword }: { codes?: readonly string[] | undefined; keyword?: string | undefined },
): Station[] {
  const wanted = new Set(codes?.map((code) => code.toUpperCase()))
  const words = keyword?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  return stations.filter((station) => {
    if (wanted.size > 0 && !wanted.has(textOf(station.icao_code).toUpperCase())) return false
    return words.length === 0 || fits(station, words)
  })
}

/** Every word must occur in the code, the name (in either language), the city or the province. */
function fits(station: ListedStation, words: readonly string[]): boolean {
  const { icao_code, name, name_en, city, province } = station
  const text = [icao_code, name, name_en, city, province].map(textOf).join(' ').toLowerCase()
  return words.every((word) => text.includes(word) || inOrder(word, textOf(name)))
}

/** A value of another type counts as missing: not every object can be converted to text. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Subsequence match for Chinese abbreviations: 首都机场 for 北京首都国际机场. */
function inOrder(word: string, name: string): boolean {
  if (word.length < 2 || !/\p{Script=Han}/u.test(word)) return false
  let from = 0
  for (const letter of word) {
    const at = name.indexOf(letter, from)
    if (at < 0) return false
    from = at + letter.length
  }
  return true
}
