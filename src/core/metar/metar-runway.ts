/** A runway state group; codes as in the ICAO tables. */
export interface RunwayState {
  /** `18L`; `all` for every runway, `last` if the group repeats the previous state. */
  runway: string
  /** Cleared since: only braking follows. */
  isCleared: boolean
  isClosedBySnow: boolean
  /** 0 clear and dry, 1 damp, 2 wet … 9 frozen ruts; null if not reported. */
  deposit: number | null
  /** Part of the runway covered: 1 up to 10 %, 2 up to 25 %, 5 up to 50 %, 9 more. */
  extent: 1 | 2 | 5 | 9 | null
  /** Depth of the deposit; 0 means less than 1 mm. */
  depthMm: number | null
  /** The code declares the runway out of use. */
  isOutOfUse: boolean
  braking: Braking | null
}

export type Braking =
  | { kind: 'friction'; coefficient: number }
  | { kind: 'poor' | 'medium-poor' | 'medium' | 'medium-good' | 'good' | 'unreliable' }

const STATE = /^(?:R(\d{2}[LCR]?)\/|(\d{2}))([\d/])([\d/])([\d/]{2})([\d/]{2})$/
const CLEARED = /^R(\d{2}[LCR]?)\/CLRD([\d/]{2})?$/
const SNOW_CLOSED = /^(?:R(\d{2}[LCR]?)?\/)?SNOCLO$/

const DEPTH_OUT_OF_USE = '99'
/** Above 90 codes are steps of 5 cm, from 10 cm on. */
const DEPTH_STEPS_FROM = 90
const BRAKING_KINDS: Record<string, Exclude<Braking['kind'], 'friction'>> = {
  91: 'poor',
  92: 'medium-poor',
  93: 'medium',
  94: 'medium-good',
  95: 'good',
  99: 'unreliable',
}

/** Null for other groups. */
export function readRunwayState(group: string): RunwayState | null {
  const unsaid = {
    isCleared: false,
    isClosedBySnow: false,
    isOutOfUse: false,
    deposit: null,
    extent: null,
    depthMm: null,
  }
  const snow = SNOW_CLOSED.exec(group)
  if (snow) return { ...unsaid, runway: runwayName(snow[1]), isClosedBySnow: true, braking: null }
  const cleared = CLEARED.exec(group)
  if (cleared) {
    return { ...unsaid, runway: runwayName(cleared[1]), isCleared: true, braking: brakingOf(cleared[2] ?? '//') }
  }
  const [, named, coded, deposit, extent, depth, braking] = STATE.exec(group) ?? []
  const runway = named ?? coded
  if (!runway) return null
  return {
    ...unsaid,
    runway: runwayName(runway),
    deposit: digit(deposit!),
    extent: extentOf(extent!),
    depthMm: depthOf(depth!),
    isOutOfUse: depth === DEPTH_OUT_OF_USE,
    braking: brakingOf(braking!),
  }
}

/** 88 is every runway, 99 the previous state, and 50 plus the number the parallel right one. */
function runwayName(runway: string | undefined): string {
  if (runway === undefined || runway === '88') return 'all'
  if (runway === '99') return 'last'
  const number = Number(runway)
  return number > 50 && number <= 86 ? `${String(number - 50).padStart(2, '0')}R` : runway
}

function digit(code: string): number | null {
  return code === '/' ? null : Number(code)
}

function extentOf(code: string): RunwayState['extent'] {
  return code === '1' || code === '2' || code === '5' || code === '9' ? (Number(code) as 1 | 2 | 5 | 9) : null
}

function depthOf(code: string): number | null {
  if (code.includes('/') || code === DEPTH_OUT_OF_USE) return null
  const depth = Number(code)
  return depth > DEPTH_STEPS_FROM ? (depth - DEPTH_STEPS_FROM) * 50 : depth
}

function brakingOf(code: string): Braking | null {
  if (code.includes('/')) return null
  const kind = BRAKING_KINDS[code]
  if (kind) return { kind }
  return Number(code) <= 90 ? { kind: 'friction', coefficient: Number(code) / 100 } : null
}
