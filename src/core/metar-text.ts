/** A report taken apart into its header, the groups of the observation, and the forecast and remarks behind them. */
export interface MetarText {
  kind: 'METAR' | 'SPECI' | null
  icao: string | null
  /** Day of the month, hour and minute, UTC. */
  time: { day: number; hour: number; minute: number } | null
  isAuto: boolean
  isCorrected: boolean
  isNil: boolean
  /** Groups of the observation, in order. */
  groups: string[]
  /** `NOSIG`, or the `BECMG` and `TEMPO` groups as written. */
  trend: string | null
}

const HEADER = /\b([A-Z][A-Z0-9]{3}) (\d{2})(\d{2})(\d{2})Z?(?= |$)/
const HEADER_WITHOUT_TIME = /^(?:(?:METAR|SPECI|COR) )*([A-Z][A-Z0-9]{3})(?= |$)/
const TREND = /^(NOSIG|BECMG|TEMPO|INTER|PROB\d{2})$/
/** Groups about the runway's surface: the old ones look like wind, so none of them may be read as one. */
const RUNWAY_STATE = /^(R?\d{2}[LCR]?\/?[\d/]{6}|R\d{2}[LCR]?\/(CLRD[\d/]*|SNOCLO)|SNOCLO)$/
const CORRECTION = /^(COR|CC[A-Z])$/
/** Written by some as two words. */
const SPLIT_WIND = /\b((?:VRB|\d{3}|\/{3})P?\d{2,3}(?:GP?\d{2,3})?) (KT|MPS)\b/g

/** Takes a raw report apart; whatever the text, it answers. */
export function splitMetar(raw: string): MetarText {
  const text = raw.toUpperCase().replace(/=.*$/s, ' ').replace(/\s+/g, ' ').trim().replace(SPLIT_WIND, '$1$2')
  const header = HEADER.exec(text) ?? HEADER_WITHOUT_TIME.exec(text)
  const before = header ? text.slice(0, header.index + header[0].length) : ''
  const time = header?.[2] ? { day: +header[2], hour: +header[3]!, minute: +header[4]! } : null

  const words = text.slice(before.length).split(' ').filter(Boolean)
  const observed = until(words, (word) => word === 'RMK' || word === 'RMKS')
  const groups = until(observed, (word) => TREND.test(word))
  const flags = groups.concat(before.split(' '))
  return {
    kind: /\bSPECI\b/.test(before) ? 'SPECI' : /\bMETAR\b/.test(before) ? 'METAR' : null,
    icao: header?.[1] ?? null,
    time: time && time.day >= 1 && time.day <= 31 && time.hour <= 24 && time.minute <= 59 ? time : null,
    isAuto: flags.includes('AUTO'),
    isCorrected: flags.some((word) => CORRECTION.test(word)),
    isNil: flags.includes('NIL'),
    groups: groups.filter(
      (word) => word !== 'AUTO' && word !== 'NIL' && !CORRECTION.test(word) && !RUNWAY_STATE.test(word),
    ),
    trend: observed.slice(groups.length).join(' ') || null,
  }
}

function until(words: string[], stop: (word: string) => boolean): string[] {
  const at = words.findIndex(stop)
  return at < 0 ? words : words.slice(0, at)
}
