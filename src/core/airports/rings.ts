/** Radii around an airport, km: where IATA advises to stop work, and the limits of TS and VCTS. */
export const RINGS_DEFAULT_KM: readonly number[] = [5, 8, 16]
export const RINGS_MAX = 4
export const RING_MIN_KM = 0.5
/** Largest radius of a ring. */
export const RING_MAX_KM = 50

const KM_PER_MILE = 1.609344

/** Common sets of rings, by name. */
export const RING_PRESETS: Record<'metar' | 'hongKong' | 'miles', readonly number[]> = {
  metar: RINGS_DEFAULT_KM,
  hongKong: [1, 5, 10],
  miles: [3, 5, 10].map((miles) => Math.round(miles * KM_PER_MILE * 100) / 100),
}

/** Selectable hold times, minutes. */
export const HOLD_MINUTES = [10, 15, 20, 30] as const
export const HOLD_MINUTES_DEFAULT = 30

/**
 * Parses `5,8,16`, also with slashes, blanks or Chinese commas; null unless it is an increasing list of one to four
 * radii.
 */
export function parseRings(text: string): readonly number[] | null {
  const rings = text.split(/[,，、/／\s]+/).filter(Boolean)
  if (rings.length === 0 || rings.length > RINGS_MAX || rings.some((ring) => !/^\d+(\.\d+)?$/.test(ring))) return null
  const km = rings.map((ring) => Math.round(Number(ring) * 100) / 100)
  const fits = km.every((each, i) => each >= RING_MIN_KM && each <= RING_MAX_KM && each > (km[i - 1] ?? 0))
  return fits ? km : null
}

export function ringsText(rings: readonly number[]): string {
  return rings.join()
}

/** Rings around an airport, and the hold time. */
export interface RingRule {
  rings: readonly number[]
  holdMinutes: number
}

/** Airports with their own rules, by ICAO code. */
export type OwnRules = Readonly<Record<string, RingRule>>
const OWN_RULES_MAX = 40

/** Rule of an airport: its own, else the common one. */
export function ruleOf(icao: string, { rings, holdMinutes, ownRules }: RingRule & { ownRules: OwnRules }): RingRule {
  // A URL may name an airport `constructor`, a property that every object inherits.
  return Object.hasOwn(ownRules, icao) ? ownRules[icao]! : { rings, holdMinutes }
}

/** Parses `ZSPD:1,5,10:20;ZBAA:3,5,8:30`; invalid parts are skipped. */
export function parseOwnRules(text: string): OwnRules {
  const rules: Record<string, RingRule> = {}
  for (const part of text.split(';').slice(0, OWN_RULES_MAX)) {
    const [icao = '', ringText = '', hold = ''] = part.split(':')
    const rings = parseRings(ringText)
    const holdMinutes = HOLD_MINUTES.find((each) => String(each) === hold)
    if (/^[A-Z]{4}$/.test(icao) && rings && holdMinutes) rules[icao] = { rings, holdMinutes }
  }
  return rules
}

export function ownRulesText(rules: OwnRules): string {
  return Object.entries(rules)
    .map(([icao, { rings, holdMinutes }]) => `${icao}:${ringsText(rings)}:${holdMinutes}`)
    .join(';')
}
