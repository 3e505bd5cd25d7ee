export interface View {
  zoom: number
  lat: number
  lon: number
}

/** A view to fly to. */
export interface Flight extends View {
  /** Back to what was looked at before: exactly that, where else the place is brought clear of what lies over the map. */
  isBack?: boolean
}

export type Theme = 'dark' | 'light'

export type Lang = 'en' | 'zh'

/** How the round Earth lies on the screen: all of it flat, or as seen from space. */
export type ProjectionName = 'mercator' | 'globe'
