export type CloudCover = 'FEW' | 'SCT' | 'BKN' | 'OVC' | 'SKC' | 'CLR' | 'NSC' | 'NCD'

export interface CloudLayer {
  /** Null if not measured. */
  cover: CloudCover | null
  /** Height of the base above the aerodrome; null if not reported. */
  baseFt: number | null
  kind: 'CB' | 'TCU' | null
}

export interface Sky {
  clouds: CloudLayer[]
  /** The vertical visibility is reported instead of clouds, or `VV///`. */
  isObscured: boolean
  /** Reported instead of clouds for an obscured sky. */
  verticalVisibilityFt: number | null
  /** The lowest BKN or OVC base, or the vertical visibility; null if none or unknown. */
  ceilingFt: number | null
  /** Whether the report states the ceiling, or its absence. */
  ceilingKnown: boolean
}

const CLEAR = /^(SKC|CLR|NSC|NCD)$/
/** Some end in meaningless letters: `FEW015CV`; a unit suffix makes the number ambiguous. */
const LAYER = /^([A-Z]{3}|\/{3})([\dO]{3}|\/{3})?(CB|TCU|\/+|(?!FT|M$)[A-Z]{1,3})?(?:\/(CB|TCU))?$/
const OBSCURED = /^VV([\dO]{3}|\/{3})(?:\/+)?$/
const COVERS = ['FEW', 'SCT', 'BKN', 'OVC'] as const

/** A cloud group: a layer, a clear sky, or the vertical visibility of an obscured one. */
export type SkyGroup = { layer: CloudLayer } | { verticalVisibilityFt: number | null }

/** Null for other groups. */
export function readSkyGroup(word: string): SkyGroup | null {
  const vertical = OBSCURED.exec(word)
  if (vertical) return isHeight(vertical[1]) ? { verticalVisibilityFt: hundreds(vertical[1]) } : null
  const layer = readLayer(word)
  return layer && { layer }
}

/** An unreadable group: in the form of a layer, or any other. */
export type UnreadGroup = 'like-a-layer' | 'other'

/** Sky condition from the cloud groups and unreadable groups of an observation, in order. */
export function readSky(groups: readonly (SkyGroup | UnreadGroup)[], cavok: boolean): Sky {
  const read = groups.filter((group) => typeof group !== 'string')
  const clouds = read.flatMap((group) => ('layer' in group ? [group.layer] : []))
  const vertical = read.filter((group) => 'verticalVisibilityFt' in group)
  const verticalFt = vertical.map((group) => group.verticalVisibilityFt).filter((height) => height !== null)
  const verticalVisibilityFt = verticalFt.length > 0 ? Math.min(...verticalFt) : null
  const bases = clouds.filter(isCeiling).map((layer) => layer.baseFt)
  const heights = [...bases, verticalVisibilityFt].filter((height) => height !== null)
  return {
    clouds,
    isObscured: vertical.length > 0,
    verticalVisibilityFt,
    ceilingFt: heights.length > 0 ? Math.min(...heights) : null,
    ceilingKnown: cavok || (isTold(clouds, vertical.length > 0, verticalVisibilityFt) && !mayHideCeiling(groups)),
  }
}

/**
 * Whether an unreadable group may contain the ceiling. Layers are in ascending order, so that only one before the first
 * BKN, OVC or VV could be lower; without any of these each unreadable group could.
 */
function mayHideCeiling(groups: readonly (SkyGroup | UnreadGroup)[]): boolean {
  const first = groups.findIndex(
    (group) => typeof group !== 'string' && (!('layer' in group) || isCeiling(group.layer)),
  )
  if (first < 0) return groups.some((group) => typeof group === 'string')
  return groups.slice(0, first).includes('like-a-layer')
}

function readLayer(word: string): CloudLayer | null {
  if (CLEAR.test(word)) return { cover: word as CloudCover, baseFt: null, kind: null }
  const match = LAYER.exec(word)
  if (!match) return null
  const [, written, height, ...kinds] = match
  const kind = kinds.find((each) => each === 'CB' || each === 'TCU') ?? null
  if (written === '///' && height === undefined && kind === null) return null
  const cover = written === '///' ? null : coverOf(written!, height)
  if (cover === undefined || !isHeight(height)) return null
  return { cover, baseFt: hundreds(height), kind }
}

/** Letters of a cover are easily swapped: before a height `BNK` can only be BKN. */
function coverOf(written: string, height: string | undefined): (typeof COVERS)[number] | undefined {
  const letters = (word: string) => [...word].sort().join('')
  return COVERS.find((cover) => cover === written || (height !== undefined && letters(cover) === letters(written)))
}

/** Feet; a letter O counts as 0. */
function hundreds(digits: string | undefined): number | null {
  return digits === undefined || digits === '///' ? null : Number(digits.replaceAll('O', '0')) * 100
}

/** Highest cloud base; a larger number may be a typing error for a low one. */
const HEIGHT_MAX_FT = 60_000

function isHeight(digits: string | undefined): boolean {
  return (hundreds(digits) ?? 0) <= HEIGHT_MAX_FT
}

function isCeiling(layer: CloudLayer): boolean {
  return layer.cover === 'BKN' || layer.cover === 'OVC'
}

function isTold(clouds: readonly CloudLayer[], obscured: boolean, verticalVisibilityFt: number | null): boolean {
  if (obscured) return verticalVisibilityFt !== null
  const read = clouds.filter((layer) => layer.cover !== null)
  // `//////CB` or `///CB` beside readable groups only indicates convection: amounts are in the others.
  const unread = clouds.filter((layer) => layer.cover === null && (layer.baseFt !== null || layer.kind === null))
  if (read.length === 0 || unread.length > 0) return false
  // Layers are in ascending order, so that the first BKN or OVC decides.
  const lowest = read.find(isCeiling)
  return lowest === undefined || lowest.baseFt !== null
}
