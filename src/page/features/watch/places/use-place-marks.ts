import type { Feature, FeatureCollection, Geometry } from 'geojson'
import type { GeoJSONSource, MapSourceDataEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { HoldTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { glanceTold } from '../../../airport/hold-timer-words.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { holdTimerStrings } from '../../../i18n/hold-timer-strings.ts'
import { placeName, type ShapedPlace, usePlaces } from '../../../live/places/place-store.ts'
import { useLive } from '../../../live/server-connection.ts'
import { useMapInstance } from '../../../map/map-hooks.ts'
import { usePage } from '../../../state/page-store.ts'
import { placeState } from './place-state.ts'
import { PLACE_SOURCE } from './place-style.ts'

addWords('clock', holdTimerStrings)

interface Told {
  state: string
  text: string
}

/** Keeps the marks of places at how they stand, second by second; only what has changed goes to the map. */
export function usePlaceMarks(): void {
  const map = useMapInstance()
  const { holdTimers } = useLive()
  const { t } = useTranslation('clock')
  const lang = usePage((state) => state.lang)
  const places = usePlaces((state) => state.places)

  useEffect(() => {
    if (!map) return
    let filled: GeoJSONSource | null = null
    const drawn = new Map<string, string>()
    const tell = createTeller((holdTimer) => glanceTold(holdTimer, t).text)
    const told = (place: ShapedPlace) => tell(holdTimers.read(place.id))

    const fill = () => {
      const source = map.getSource<GeoJSONSource>(PLACE_SOURCE)
      if (!source || source === filled) return
      filled = source
      drawn.clear()
      const features = places.map((place): Feature => {
        const { state, text } = told(place)
        drawn.set(place.id, state + text)
        const { id, geometry } = place
        return {
          type: 'Feature',
          properties: { id, name: placeName(place, lang), state, text },
          geometry: geometry as unknown as Geometry, // ours can not be written to
        }
      })
      const data: FeatureCollection = { type: 'FeatureCollection', features }
      void source.setData(data)
    }
    const refresh = () => {
      const changed = places.flatMap((place) => {
        const { state, text } = told(place)
        if (drawn.get(place.id) === state + text) return []
        drawn.set(place.id, state + text)
        const addOrUpdateProperties = [
          { key: 'state', value: state },
          { key: 'text', value: text },
        ]
        return [{ id: place.id, addOrUpdateProperties }]
      })
      if (changed.length > 0) void filled?.updateData({ update: changed })
    }
    const onSource = ({ sourceId }: MapSourceDataEvent) => {
      if (sourceId === PLACE_SOURCE) fill() // the first one, or that of a new style
    }
    fill()
    map.on('sourcedataloading', onSource)
    const stop = holdTimers.subscribe(refresh)
    return () => {
      map.off('sourcedataloading', onSource)
      stop()
    }
  }, [map, holdTimers, places, lang, t])
}

/** What is said of a reading; places around which nothing struck share one. */
function createTeller(textOf: (holdTimer: HoldTimer | null) => string): (holdTimer: HoldTimer | null) => Told {
  const known = new WeakMap<HoldTimer, Told>()
  return (holdTimer) => {
    const held = holdTimer && known.get(holdTimer)
    if (held) return held
    const state = placeState(holdTimer)
    const told = { state, text: state === 'quiet' ? '' : textOf(holdTimer) }
    if (holdTimer) known.set(holdTimer, told)
    return told
  }
}
