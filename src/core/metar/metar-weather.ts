/** A parsed present-weather code: `+SHRASN` is heavy, showers, of rain and snow. */
export interface WeatherCode {
  intensity: '-' | '+' | 'VC' | null
  descriptor: string | null
  phenomena: string[]
}

const DESCRIPTORS = ['MI', 'BC', 'PR', 'DR', 'BL', 'SH', 'TS', 'FZ']
const CODE =
  /^([-+]?)(VC)?((?:MI|BC|PR|DR|BL|SH|TS|FZ|DZ|RA|SN|SG|IC|PL|GR|GS|UP|BR|FG|FU|VA|DU|SA|HZ|PY|PO|SQ|FC|SS|DS)+)([-+]?)(VC)?$/

/** Null for other groups. The parts of a code may be in the wrong order, so that no thunderstorm is missed: `RATS`, `TSRA+`. */
export function readWeatherCode(code: string): WeatherCode | null {
  const [, before, near, letters, after, nearAfter] = CODE.exec(code) ?? []
  if (!letters) return null
  const parts = letters.match(/../g)!
  const descriptors = parts.filter((part) => DESCRIPTORS.includes(part))
  const isThunder = descriptors.includes('TS')
  if (descriptors.length > 1 && !isThunder) return null
  return {
    intensity: near || nearAfter ? 'VC' : ((before || after || null) as '-' | '+' | null),
    descriptor: isThunder ? 'TS' : (descriptors[0] ?? null),
    phenomena: parts.filter((part) => !DESCRIPTORS.includes(part)),
  }
}
