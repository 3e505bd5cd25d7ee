import type { GeoJSONSource } from 'maplibre-gl'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlaceState } from '../../../../contract/watch/place-states.ts'
import { KM_PER_DEG, RAD, wrapLon } from '../../../../core/geo/geo.ts'
import { inTurns } from '../../../../core/time/in-turns.ts'
import { localName } from '../../../../locales/local-name.ts'
import { observedShareText } from '../../../airport/hold-timer-words.ts'
import { headlineText, type LevelTeller } from '../../../airport/level-words.ts'
import { addWords } from '../../../i18n/add-words.ts'
import type { HoldTimerStore } from '../../../live/airports/hold-timer-store.ts'
import { keyOf, useLevels } from '../../../live/levels/level-store.ts'
import { levelReaderOf } from '../../../live/levels/use-levels.ts'
import { type ShapedPlace, usePlaces } from '../../../live/places/place-store.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useShownAt } from '../../../live/time/use-shown-at.ts'
import { onNewSource, useMapInstance } from '../../../map/map-hooks.ts'
import { usePage } from '../../../state/page-store.ts'
import { mapName } from './map-name.ts'
import { createPlaceMarks, type LevelTexts } from './place-marks.ts'
import { NAMES_FROM_ZOOM, PLACE_SOURCE } from './place-style.ts'

addWords(import.meta.glob('../../../../locales/*/{clock,levels}.json', { eager: true, import: 'default' }))

/** Places that are read in one go: a few milliseconds. */
const READ_AT_ONCE = 1_000
/** The view is updated when the map rests: a moving map may go this far beyond, in zoom and in tile widths. */
const SPARE_ZOOM = 0.5
const SPARE_TILES = 4

/** Levels and hold timers are those of the present: for a time in the past they are unknown. */
const NO_TIMERS: Pick<HoldTimerStore, 'read' | 'readAtRest' | 'struck'> = {
  read: () => null,
  readAtRest: () => null,
  struck: () => [],
}
const noVersion = () => null
const NO_LEVELS: Pick<Parameters<typeof createPlaceMarks>[0], 'triggered' | 'levelsOf' | 'versions' | 'feed'> = {
  triggered: () => [],
  levelsOf: () => null,
  versions: () => noVersion,
  feed: () => null,
}

/** Updates the marks of places each second; only changes are sent to the map. */
export function usePlaceMarks(): void {
  const map = useMapInstance()
  const { live, clock } = useServerConnection()
  const { holdTimers } = live
  const { t } = useTranslation('clock')
  const { t: l } = useTranslation('levels')
  const lang = usePage((state) => state.lang)
  const places = usePlaces((state) => state.places)
  const isPast = useShownAt() !== null

  useEffect(() => {
    if (!map) return
    const unknown = t(isPast ? 'watch.notThen' : 'watch.unknown')
    const textOf: Parameters<typeof createPlaceMarks>[0]['textOf'] = (holdTimer) =>
      holdTimer ? (observedShareText(holdTimer, t)?.text ?? '') : unknown
    const levels = isPast ? NO_LEVELS : levelsRead(holdTimers, { t: l, lang })
    const nameOf = (place: ShapedPlace) => mapName(localName(place, lang))
    const marksAnew = () =>
      createPlaceMarks({
        places,
        holdTimers: isPast ? NO_TIMERS : holdTimers,
        nameOf,
        textOf,
        ...levels,
        areTextsShown,
        isSeen,
      })
    let marks = marksAnew()
    let filled: GeoJSONSource | null = null
    let isBusy = false
    let isStopped = false

    /** Updates in batches, so that clicks are handled in between; later changes wait for the next reading. */
    async function refresh(): Promise<void> {
      if (isBusy || !filled) return
      isBusy = true
      const into = filled
      const of = marks
      // Refilled or removed marks need no update.
      const isOver = () => isStopped || filled !== into
      const update = await inTurns(of.due(), of.changeOf, { atOnce: READ_AT_ONCE, clock, isOver })
      if (isOver()) return
      isBusy = false
      if (update && update.length > 0) void into.updateData({ update })
    }
    async function fill(): Promise<void> {
      const source = map?.getSource<GeoJSONSource>(PLACE_SOURCE)
      if (!source || source === filled) return
      filled = source
      isBusy = true
      marks = marksAnew()
      const of = marks
      const isOver = () => isStopped || filled !== source
      void source.setData({ type: 'FeatureCollection', features: [] })
      of.due()
      const add = await inTurns(places, (place) => [of.featureOf(place)], { atOnce: READ_AT_ONCE, clock, isOver })
      if (!add || isOver()) return
      isBusy = false
      void source.setData({ type: 'FeatureCollection', features: add })
    }
    void fill()
    const stopFilling = onNewSource(map, PLACE_SOURCE, () => void fill())
    const stop = holdTimers.subscribe(() => void refresh())
    return () => {
      isStopped = true
      stopFilling()
      stop()
    }
  }, [map, holdTimers, clock, places, lang, isPast, t, l])
}

/** The levels at the present second: read only for places with server data or nearby strikes. */
function levelsRead(holdTimers: HoldTimerStore, teller: LevelTeller) {
  const reader = levelReaderOf(holdTimers)
  let toldBefore: ReadonlyMap<string, PlaceState> | null = null
  let versionsOf: unknown = null
  let versionOf: (id: string) => unknown = noVersion
  let triggered: readonly string[] = []
  return {
    triggered(): readonly string[] {
      const { told } = useLevels.getState()
      if (told === toldBefore) return triggered
      toldBefore = told
      triggered = [...told.values()].flatMap(({ ladder, place, level, own }) =>
        ladder === 'lightning' && place && level !== null && own === undefined ? [place.id] : [],
      )
      return triggered
    },
    /** Read each second where the page evaluates them itself. */
    versions(): (id: string) => unknown {
      const { told, line } = useLevels.getState()
      if (reader.by() !== 'server') return () => Symbol()
      const of = line === 'whole' ? told : line
      if (of !== versionsOf) {
        versionsOf = of
        versionOf = line === 'whole' ? (id) => told.get(keyOf('lightning', id)) : () => line
      }
      return versionOf
    },
    feed: () => useLevels.getState().lightning,
    levelsOf(id: string, isStruck: boolean): LevelTexts | null {
      if (!isStruck && !useLevels.getState().told.has(keyOf('lightning', id))) return null
      const read = reader.read(id)
      if (read.kind !== 'told') return null
      return { state: read.lightning, text: () => headlineText(read.lightning, read.nowMs, teller) }
    },
  }
}

function areTextsShown(): boolean {
  return usePage.getState().view.zoom >= NAMES_FROM_ZOOM - SPARE_ZOOM
}

function isSeen({ shape: { middle, reachKm } }: ShapedPlace): boolean {
  const { zoom, lat, lon } = usePage.getState().view
  const reachDeg = (360 / 2 ** zoom) * SPARE_TILES + reachKm / (KM_PER_DEG * Math.cos(middle.lat * RAD))
  return Math.abs(middle.lat - lat) < reachDeg && Math.abs(wrapLon(middle.lon - lon)) < reachDeg
}
