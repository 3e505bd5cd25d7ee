export type CloudCover = 'FEW' | 'SCT' | 'BKN' | 'OVC' | 'SKC' | 'CLR' | 'NSC' | 'NCD'

export interface CloudLayer {
  /** Null where the instrument could not tell. */
  cover: CloudCover | null
  /** Height of the base above the aerodrome; null where not given. */
  baseFt: number | null
  kind: 'CB' | 'TCU' | null
}

export interface Sky {
  clouds: CloudLayer[]
  /** Given in place of clouds where the sky is obscured. */
  verticalVisibilityFt: number | null
  /** The lowest BKN or OVC base, or the vertical visibility; null where there is none or it is not known. */
  ceilingFt: number | null
  /** Whether the report says where the ceiling is, or that there is none. */
  ceilingKnown: boolean
}

const CLEAR = /^(SKC|CLR|NSC|NCD)$/
/** Some end in letters of no meaning: `FEW015CV`. */
const LAYER = /^(FEW|SCT|BKN|OVC|\/{3})(\d{3}|\/{3})?(CB|TCU|\/{3}|[A-Z]{1,3})?(?:\/(?:CB|TCU))?$/
const OBSCURED = /^VV(\d{3}|\/{3})$/

/** Reads the cloud groups of an observation. */
export function readSky(groups: readonly string[], cavok: boolean): Sky {
  const clouds: CloudLayer[] = []
  let verticalVisibilityFt: number | null = null
  let obscured = false
  for (const group of groups) {
    const vertical = OBSCURED.exec(group)
    if (vertical) {
      obscured = true
      verticalVisibilityFt = hundreds(vertical[1])
      continue
    }
    const layer = readLayer(group)
    if (layer) clouds.push(layer)
  }
  const bases = clouds.filter(isCeiling).map((layer) => layer.baseFt)
  const heights = [...bases, verticalVisibilityFt].filter((height) => height !== null)
  return {
    clouds,
    verticalVisibilityFt,
    ceilingFt: heights.length > 0 ? Math.min(...heights) : null,
    ceilingKnown: cavok || isTold(clouds, obscured, verticalVisibilityFt),
  }
}

function readLayer(group: string): CloudLayer | null {
  if (CLEAR.test(group)) return { cover: group as CloudCover, baseFt: null, kind: null }
  const match = LAYER.exec(group)
  if (!match || (match[1] === '///' && match[2] === undefined)) return null
  return {
    cover: match[1] === '///' ? null : (match[1] as CloudCover),
    baseFt: hundreds(match[2]),
    kind: match[3] === 'CB' || match[3] === 'TCU' ? match[3] : null,
  }
}

function hundreds(digits: string | undefined): number | null {
  return digits === undefined || digits === '///' ? null : Number(digits) * 100
}

function isCeiling(layer: CloudLayer): boolean {
  return layer.cover === 'BKN' || layer.cover === 'OVC'
}

function isTold(clouds: readonly CloudLayer[], obscured: boolean, verticalVisibilityFt: number | null): boolean {
  if (obscured) return verticalVisibilityFt !== null
  const read = clouds.filter((layer) => layer.cover !== null)
  // `//////CB` beside read groups only says that there is convection: the amounts are in the others.
  const unread = clouds.filter((layer) => layer.cover === null && (layer.baseFt !== null || layer.kind === null))
  if (read.length === 0 || unread.length > 0) return false
  // Layers rise in the order they are written, so the first BKN or OVC decides.
  const lowest = read.find(isCeiling)
  return lowest === undefined || lowest.baseFt !== null
}
