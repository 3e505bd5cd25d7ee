/**
 * Location quality of a record and its role in the stroke, in 32 bits: 1 bit if a better record exists ("superseded"),
 * 1 bit for a weak location, 5 bits for the number of records of the stroke, 9 bits of `mcg`, 16 bits of `mds`.
 */
export const SUPERSEDED = 0x8000_0000
export const WEAK = 0x4000_0000
const RECORDS_SHIFT = 25
/** Larger groups of records are not taken for one stroke. */
export const RECORDS_MAX = 0x1f
const MCG_SHIFT = 16
const MCG_NONE = 0x1ff
const MDS_NONE = 0xffff
/** Up to this `mds` is stored to the nanosecond, beyond it to 512 ns: good locations are well below. */
const MDS_EXACT = 0x8000
const MDS_COARSE_SHIFT = 9

/** Beyond either limit a location is weak: about the worst tenth in public samples. */
export const WEAK_MDS_NS = 13_500
export const WEAK_MCG_DEG = 230

type Given = number | null | undefined

/** The quality word of a stroke's only record. */
export function packQuality(mds: Given, mcg: Given): number {
  const weak = isNumber(mds) && mds > WEAK_MDS_NS ? true : isNumber(mcg) && mcg > WEAK_MCG_DEG
  return withRecords(((weak ? WEAK : 0) | (mcgCode(mcg) << MCG_SHIFT) | mdsCode(mds)) >>> 0, 1)
}

export function mdsOf(word: number): number | null {
  const code = word & 0xffff
  if (code === MDS_NONE) return null
  return code < MDS_EXACT ? code : (code & 0x7fff) << MDS_COARSE_SHIFT
}

export function mcgOf(word: number): number | null {
  const code = (word >>> MCG_SHIFT) & 0x1ff
  return code === MCG_NONE ? null : code
}

export function isSuperseded(word: number): boolean {
  return (word & SUPERSEDED) !== 0
}

export function isWeak(word: number): boolean {
  return (word & WEAK) !== 0
}

/** Number of records of the stroke; valid only in the word of its best record. */
export function recordsOfWord(word: number): number {
  return (word >>> RECORDS_SHIFT) & RECORDS_MAX
}

/** The word as the best record of a stroke with this number of records. */
export function withRecords(word: number, records: number): number {
  return (
    ((word & ~(SUPERSEDED | (RECORDS_MAX << RECORDS_SHIFT))) | (Math.min(records, RECORDS_MAX) << RECORDS_SHIFT)) >>> 0
  )
}

/** The word as a record superseded by a better one. */
export function superseded(word: number): number {
  return (word | SUPERSEDED) >>> 0
}

/** Smaller is better located: by `mds`, then by `mcg`; a missing value is worst. */
export function qualityRank(word: number): number {
  return (word & 0xffff) * 512 + ((word >>> MCG_SHIFT) & 0x1ff)
}

function mdsCode(mds: Given): number {
  if (!isNumber(mds) || mds < 0) return MDS_NONE
  const ns = Math.round(mds)
  return ns < MDS_EXACT ? ns : Math.min(MDS_EXACT | Math.min(ns / 2 ** MDS_COARSE_SHIFT, 0x7fff), MDS_NONE - 1)
}

function mcgCode(mcg: Given): number {
  return !isNumber(mcg) || mcg < 0 ? MCG_NONE : Math.min(Math.round(mcg), MCG_NONE - 1)
}

function isNumber(value: Given): value is number {
  return typeof value === 'number' && !Number.isNaN(value)
}
