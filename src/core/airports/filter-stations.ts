/** An airport as the service lists it, as far as questions go by it. */
export interface ListedStation {
  icao_code?: unknown
  name?: unknown
  name_en?: unknown
  city?: unknown
  province?: unknown
}

/** Which airports of the list are asked for: those of the codes, and that a keyword fits (SS §4.4). */
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

/** Every word is in the code, the name (in either language), the city or the province. */
function fits(station: ListedStation, words: readonly string[]): boolean {
  const { icao_code, name, name_en, city, province } = station
  const text = [icao_code, name, name_en, city, province].map(textOf).join(' ').toLowerCase()
  return words.every((word) => text.includes(word) || inOrder(word, textOf(name)))
}

/** What is no text, though it stands where one is meant, is none: not every object can be made one. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Fuzzy as one abbreviates a Chinese name: 首都机场 for 北京首都国际机场. */
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
