import { useCallback } from 'react'
import { localName } from '../../locales/local-name.ts'
import { usePlaces } from '../live/places/place-store.ts'
import { useLive } from '../live/server-connection.ts'
import { usePage } from '../state/page-store.ts'
import { airportTitle } from './airport-words.ts'

/** How a guarded place or an airport is called, with its id; the id alone where neither is known. */
export function usePlaceTitle(): (id: string) => string {
  const { reports } = useLive()
  const lang = usePage((state) => state.lang)
  const byId = usePlaces((state) => state.byId)
  return useCallback(
    (id) => {
      const place = byId.get(id)
      const airport = place ? undefined : reports.airport(id)
      const name = place ? localName(place, lang) : airport ? airportTitle(airport, lang) : null
      return name === null || name === id ? id : `${name} (${id})`
    },
    [byId, reports, lang],
  )
}
