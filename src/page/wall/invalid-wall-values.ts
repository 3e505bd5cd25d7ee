import type { Theme } from '../state/view.ts'
import { groundDim, TOUR_STOPS_MAX, type WallSettings } from '../state/wall-settings.ts'

const SAID_MAX = 24

/** An invalid value in the URL, and the value used instead. */
export interface InvalidWallValue {
  name: string
  said: string
  used: string
}

export function invalidWallValues(query: string, wall: WallSettings, theme: Theme): InvalidWallValue[] {
  const asked = new URLSearchParams(query)
  const invalid: InvalidWallValue[] = []
  const note = (name: string, said: string, used: string | number) =>
    invalid.push({ name, said: said.length > SAID_MAX ? `${said.slice(0, SAID_MAX)}…` : said, used: String(used) })

  for (const [name, used] of Object.entries({
    dwell: wall.dwellS,
    scale: wall.scale,
    dim: groundDim({ wall, theme }),
  })) {
    const said = asked.get(name)
    if (said !== null && (said.trim() === '' || Number(said) !== used)) note(name, said, used)
  }
  const follow = asked.get('follow')
  if (follow !== null && follow !== 'activity') note('follow', follow, 'activity')
  const stops =
    asked
      .get('tour')
      ?.split(',')
      .filter((stop) => stop.trim()) ?? []
  if (stops.length > TOUR_STOPS_MAX) note('tour', String(stops.length), TOUR_STOPS_MAX)
  return invalid
}
