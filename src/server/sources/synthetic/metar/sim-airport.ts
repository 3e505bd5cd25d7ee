/** An airport of the synthetic world; `data/airports-cn.json` holds all of them. */
export interface SimAirport {
  icao_code: string
  name: string
  longitude: number
  latitude: number
  /** Metres above sea level. */
  altitude: number | null
  province: string
  city: string
  county: string
  name_en: string
  type: string
  reports_metar: boolean
}
