/** The selection: its kind belongs to one overlay, its id is in the URL. */
export interface Selection {
  kind: string
  /** ICAO code, `lat,lon`, … */
  id: string
}
