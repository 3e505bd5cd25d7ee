/** A parsed present-weather code: `+SHRASN` is heavy, showers, of rain and snow. */
export interface WeatherCode {
  intensity: '-' | '+' | 'VC' | null
  descriptor: string | null
  phenomena: string[]
}

const CODE =
  /^(-|\+|VC)?(MI|BC|PR|DR|BL|SH|TS|FZ)?((?:DZ|RA|SN|SG|IC|PL|GR|GS|UP|BR|FG|FU|VA|DU|SA|HZ|PY|PO|SQ|FC|SS|DS)*)$/

/** Null for other groups. */
export function readWeatherCode(code: string): WeatherCode | null {
  const match = CODE.exec(code)
  if (!match || (!match[2] && !match[3])) return null
  return {
    intensity: (match[1] as WeatherCode['intensity'] | undefined) ?? null,
    descriptor: match[2] ?? null,
    phenomena: match[3]!.match(/../g) ?? [],
  }
}
