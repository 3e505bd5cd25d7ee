import CORRECTIONS from '../../data/basemap/name-corrections.json' with { type: 'json' }
import PLACE_NAMES_ZH from '../../data/basemap/place-names-zh.json' with { type: 'json' }

interface Names {
  name_en?: string
  name_zh?: string
}

/**
 * The corrected names of a record; a missing one is left out, so that the style falls back to the other.
 * Two places of one country with one English name are distinguished by `@latitude,longitude` in whole degrees.
 */
export function namesOf(
  kind: keyof typeof CORRECTIONS | 'other',
  record: Record<string, unknown>,
): Record<string, string> {
  const key = `${record.a3 ?? ''}/${record.name_en ?? ''}`
  const corrections: Record<string, Names> = kind === 'other' ? {} : CORRECTIONS[kind]
  const corrected = corrections[key] ?? {}
  const curated =
    kind === 'places' ? (placeNamesZh.get(keyWithPosition(key, record)) ?? placeNamesZh.get(key)) : undefined
  const found: Record<string, string> = {}
  const english = corrected.name_en ?? record.name_en
  const chinese = corrected.name_zh ?? curated ?? record.name_zh
  if (english) found.name_en = String(english)
  if (chinese) found.name_zh = String(chinese)
  return found
}

const placeNamesZh = new Map(Object.entries(PLACE_NAMES_ZH))

function keyWithPosition(key: string, { lat, lon }: Record<string, unknown>): string {
  return `${key}@${Math.round(Number(lat))},${Math.round(Number(lon))}`
}
