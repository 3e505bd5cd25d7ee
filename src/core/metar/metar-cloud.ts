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
/** Some end in letters of no meaning: `FEW015CV`; of a unit it is not known what the number counts. */
const LAYER = /^([A-Z]{3}|\/{3})([\dO]{3}|\/{3})?(CB|TCU|\/+|(?!FT|M$)[A-Z]{1,3})?(?:\/(?:CB|TCU))?$/
const OBSCURED = /^VV([\dO]{3}|\/{3})(?:\/+)?$/
const COVERS = ['FEW', 'SCT', 'BKN', 'OVC'] as const

/** One cloud group: a layer, a clear sky, or the vertical visibility of an obscured one. */
export type SkyGroup = { layer: CloudLayer } | { verticalVisibilityFt: number | null }

/** Null for what is no cloud group. */
export function readSkyGroup(word: string): SkyGroup | null {
  const vertical = OBSCURED.exec(word)
  if (vertical) return isHeight(vertical[1]) ? { verticalVisibilityFt: hundreds(vertical[1]) } : null
  const layer = readLayer(word)
  return layer && { layer }
}

/** A group that could not be read: one with the shape of a layer, or any other. */
export type UnreadGroup = 'like-a-layer' | 'other'

/** The sky of an observation, from its cloud groups and those that could not be read, in order. */
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
    verticalVisibilityFt,
    ceilingFt: heights.length > 0 ? Math.min(...heights) : null,
    ceilingKnown: cavok || (isTold(clouds, vertical.length > 0, verticalVisibilityFt) && !mayHideCeiling(groups)),
  }
}

/**
 * Whether the ceiling may be in a group that could not be read. Layers rise in the order they are written, so that only
 * one before the first BKN, OVC or VV could be lower; where there is none of these, any unread group could be one.
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
  const [, written, height, rest] = match
  const kind = rest === 'CB' || rest === 'TCU' ? rest : null
  if (written === '///' && height === undefined && kind === null) return null
  const cover = written === '///' ? null : coverOf(written!, height)
  if (cover === undefined || !isHeight(height)) return null
  return { cover, baseFt: hundreds(height), kind }
}

/** Two letters of a cover are easily swapped: before a height `BNK` can only be BKN. */
function coverOf(written: string, height: string | undefined): (typeof COVERS)[number] | undefined {
  const letters = (word: string) => [...word].sort().join('')
  return COVERS.find((cover) => cover === written || (height !== undefined && letters(cover) === letters(written)))
}

/** Feet; an O typed for a 0 is one. */
function hundreds(digits: string | undefined): number | null {
  return digits === undefined || digits === '///' ? null : Number(digits.replaceAll('O', '0')) * 100
}

/** No cloud is higher; a number beyond may be a slip of the hand for a low one. */
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
  // `//////CB` or `///CB` beside read groups only says that there is convection: the amounts are in the others.
  const unread = clouds.filter((layer) => layer.cover === null && (layer.baseFt !== null || layer.kind === null))
  if (read.length === 0 || unread.length > 0) return false
  // Layers rise in the order they are written, so the first BKN or OVC decides.
  const lowest = read.find(isCeiling)
  return lowest === undefined || lowest.baseFt !== null
}
