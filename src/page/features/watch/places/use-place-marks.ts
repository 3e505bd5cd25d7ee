import type { Feature, FeatureCollection, Geometry } from 'geojson'
import type { GeoJSONSource, MapSourceDataEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { HoldTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { inTurns } from '../../../../core/time/in-turns.ts'
import { glanceTold } from '../../../airport/hold-timer-words.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { holdTimerStrings } from '../../../i18n/hold-timer-strings.ts'
import { placeName, type ShapedPlace, usePlaces } from '../../../live/places/place-store.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useMapInstance } from '../../../map/map-hooks.ts'
import { usePage } from '../../../state/page-store.ts'
import { placeState } from './place-state.ts'
import { PLACE_SOURCE } from './place-style.ts'

addWords('clock', holdTimerStrings)

/** Places that are read in one go: a few milliseconds. */
const READ_AT_ONCE = 1_000

interface Told {
  state: string
  text: string
}

/** Keeps the marks of places at how they stand, second by second; only what has changed goes to the map. */
export function usePlaceMarks(): void {
  const map = useMapInstance()
  const { live, clock } = useServerConnection()
  const { holdTimers } = live
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
    const changeOf = (place: ShapedPlace) => {
      const { state, text } = told(place)
      if (drawn.get(place.id) === state + text) return []
      drawn.set(place.id, state + text)
      const addOrUpdateProperties = [
        { key: 'state', value: state },
        { key: 'text', value: text },
      ]
      return [{ id: place.id, addOrUpdateProperties }]
    }
    let isRefreshing = false
    let isStopped = false
    /** Some at a time, so that a click has its turn in between; what changes meanwhile waits for the next reading. */
    const refresh = async () => {
      if (isRefreshing) return
      isRefreshing = true
      const into = filled
      // Marks that were filled anew, or are gone, are as they are now.
      const isOver = () => isStopped || filled !== into
      const update = await inTurns(places, changeOf, { atOnce: READ_AT_ONCE, clock, isOver })
      isRefreshing = false
      if (update && update.length > 0 && !isOver()) void filled?.updateData({ update })
    }
    const onSource = ({ sourceId }: MapSourceDataEvent) => {
      if (sourceId === PLACE_SOURCE) fill() // the first one, or that of a new style
    }
    fill()
    map.on('sourcedataloading', onSource)
    const stop = holdTimers.subscribe(() => void refresh())
    return () => {
      isStopped = true
      map.off('sourcedataloading', onSource)
      stop()
    }
  }, [map, holdTimers, clock, places, lang, t])
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
