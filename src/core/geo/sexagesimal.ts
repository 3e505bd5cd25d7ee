import type { LatLon } from './geo.ts'

const LETTERS_FIRST = /^([NS]) ?(\d[\d. ]*)[,;，]? ?([EW]) ?(\d[\d. ]*)$/i
const LETTERS_LAST = /^(\d[\d. ]*)([NS])[,;，]? ?(\d[\d. ]*)([EW])$/i

/** Parses `N3108 E12148` as in a SIGMET, `3108N12148E` or `31°08'24"N 121°48'E`: latitude first. Null if invalid. */
export function parseSexagesimal(text: string): LatLon | null {
  const tidy = text.replace(/[°º'’′"”″\s]+/g, ' ').trim()
  const first = LETTERS_FIRST.exec(tidy)
  if (first) return positionOf([first[2]!, first[1]!], [first[4]!, first[3]!])
  const last = LETTERS_LAST.exec(tidy)
  return last && positionOf([last[1]!, last[2]!], [last[3]!, last[4]!])
}

function positionOf(north: [string, string], east: [string, string]): LatLon | null {
  const lat = angle(...north, 2)
  const lon = angle(...east, 3)
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

/** Parts apart, or digits in a row: `degreeDigits` for degrees, and two each for minutes and seconds. NaN if invalid. */
function angle(text: string, letter: string, degreeDigits: number): number {
  const inARow = new RegExp(`^(\\d{${degreeDigits}})(\\d\\d)(\\d\\d)?$`).exec(text.trim())
  const parts = inARow ? inARow.slice(1).map((part = '0') => part) : text.trim().split(' ')
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts.map(Number)
  if (parts.length > 3 || minutes >= 60 || seconds >= 60) return Number.NaN
  // To a metre.
  const size = Number((degrees + minutes / 60 + seconds / 3_600).toFixed(5))
  return /[SW]/i.test(letter) ? -size : size
}
