export interface View {
  zoom: number
  lat: number
  lon: number
}

export interface Flight extends View {
  /** Back to exactly the previous view; otherwise places are moved clear of the panels. */
  isBack?: boolean
}

export type Theme = 'dark' | 'light'

export type ProjectionName = 'mercator' | 'globe'

/** `zoom/lat/lon`, with enough digits to put the view back within a pixel. */
export function viewText({ zoom, lat, lon }: View): string {
  const digits = Math.max(2, Math.ceil(zoom / 3) + 1)
  return `${zoom.toFixed(2)}/${lat.toFixed(digits)}/${lon.toFixed(digits)}`
}

/** Reads `zoom/lat/lon`, with a `#` before it or without. */
export function readView(text: string): View | null {
  const parts = text.replace(/^#/, '').split('/')
  if (parts.length !== 3 || parts.some((part) => part.trim() === '')) return null
  const [zoom, lat, lon] = parts.map(Number) as [number, number, number]
  const fits = zoom >= 0 && zoom <= 22 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return fits ? { zoom, lat, lon } : null
}
