/** Magnus formula over water, by Alduchov and Eskridge (1996): within 0.1 K from -40 to 50 °C. */
const B = 17.625
const C_DEG = 243.04

/** Dew point for temperature, °C, and relative humidity, %; null if either is unknown or the humidity is zero. */
export function dewPointC(temperatureC: number | null, humidityPercent: number | null): number | null {
  if (temperatureC === null || humidityPercent === null || humidityPercent <= 0) return null
  const share = Math.log(Math.min(100, humidityPercent) / 100) + (B * temperatureC) / (C_DEG + temperatureC)
  return (C_DEG * share) / (B - share)
}
