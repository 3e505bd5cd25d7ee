/** What is selected on the map: its kind belongs to one overlay, its id is what stands in the URL. */
export interface Selection {
  kind: string
  /** ICAO code, `lat,lon`, … */
  id: string
}
