import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { activityOf } from '../../../../core/storms/storm-order.ts'
import { type HeldStrike, KEPT_MS, type StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { heldOrMade } from '../../../../core/util/held-or-made.ts'
import { useTowns } from '../../../airport/use-towns.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { isPlace } from '../../../live/places/place-store.ts'
import { useAirports } from '../../../live/reports/use-reports.ts'
import { useLive, useServerConnection } from '../../../live/server-connection.ts'
import { useReplay } from '../../../live/time/replay.ts'
import { useIsLightningStale, useLightningLine } from '../../../live/use-line-state.ts'
import { useCamera } from '../../../map/camera/camera.ts'
import { viewOfPlaces } from '../../../map/camera/view-of-places.ts'
import { homeBox } from '../../../state/home-box.ts'
import { usePage } from '../../../state/page-store.ts'
import { prefersReducedMotion } from '../../../ui/motion.ts'
import { nameStorm } from '../storm-choice.ts'
import { placeText, type StormT } from '../storm-words.ts'
import { useListedStorms } from '../use-listed-storms.ts'
import { useStormFormat } from '../use-storm-format.ts'
import { useStormNames } from '../use-storm-names.ts'
import { REPLAY_MIN, startOpening } from './opening.ts'
import styles from './sentence.module.css'
import { type SentencePart, sentenceParts } from './sentence-parts.ts'

addWords(import.meta.glob('../../../../locales/*/{storms,sentence}.json', { eager: true, import: 'default' }))

/** Zoom that shows a storm, and a stroke with its surroundings. */
const ZOOM_NEAR = 8

/** The situation in a sentence over the map; each part moves the map to its subject. */
export default function SituationSentence() {
  const { t } = useTranslation('sentence')
  const parts = useParts()
  const goTo = useGoTo()
  const playing = usePlaying()
  useOpening()
  return (
    <section className={styles.sentence} aria-label={t('label')}>
      {playing !== null
        ? playing
        : parts.map(({ about, text }) => {
            const said = text + t('end')
            return about === 'data' ? (
              <span key={about}>{said}</span>
            ) : (
              <button key={about} type="button" data-text className={styles.part} onClick={() => goTo(about)}>
                {said}
              </button>
            )
          })}
    </section>
  )
}

function useOpening(): void {
  const connection = useServerConnection()
  const camera = useCamera()
  useEffect(() => startOpening(connection, camera.flyTo, prefersReducedMotion()), [connection, camera])
}

/** Label of the opening playback with its time; null when it is over. */
function usePlaying(): string | null {
  const { t } = useTranslation('sentence')
  const { utcTime } = useFormat()
  const atMs = useReplay((state) => state.atMs && Math.floor(state.atMs / MINUTE_MS) * MINUTE_MS)
  return atMs === null ? null : t('playing', { minutes: REPLAY_MIN, time: utcTime(atMs) })
}

function useParts(): SentencePart[] {
  const { t } = useTranslation('sentence')
  const { utcTime } = useFormat()
  const { storms, trends, partlyMin, isUnknown, isLoading } = useListedStorms()
  const isPast = usePage((state) => state.shownAtMs !== null)
  const struck = useStruckCount()
  const nameOf = useStormNames(storms)
  const isStale = useIsLightningStale()
  const { sinceMs } = useLightningLine()
  const last = useLastStroke(storms.length === 0)
  if (isLoading && !isStale) return []
  return sentenceParts(
    {
      storms,
      trends,
      partlyMin,
      isUnknown,
      staleSince: isStale ? utcTime(sinceMs) : null,
      place: storms[0] ? nameOf(storms[0]) : '',
      struck: isPast ? null : struck,
      last: last && !isPast ? { time: utcTime(last.atMs), place: last.place } : null,
    },
    t,
  )
}

const struckAirports = new WeakMap<readonly string[], number>()

/** Airports with lightning in a ring at present: among thousands of places, counted once a reading. */
function useStruckCount(): number {
  const { holdTimers } = useLive()
  return useSyncExternalStore(holdTimers.subscribe, () => {
    const struck = holdTimers.struck()
    return heldOrMade(struckAirports, struck, () => struck.filter((id) => !isPlace(id)).length)
  })
}

/** The newest stroke held, and its location. */
function useLastStroke(isWanted: boolean): { atMs: number; place: string } | null {
  const { t } = useTranslation('storms')
  const newest = useNewest(isWanted)
  const airports = useAirports()
  const lang = usePage((state) => state.lang)
  const format = useStormFormat()
  const towns = useTowns(isWanted && airports.length > 0)
  if (!isWanted || !newest) return null
  return { atMs: newest.timeMs, place: placeText(newest, { airports, towns, lang }, format, t as StormT) }
}

/** Strikes arrive each second: where none is wanted, they render nothing again. */
function useNewest(isWanted: boolean): HeldStrike | null {
  const { strikes } = useLive()
  const { clock } = useServerConnection()
  const { columns } = strikes
  const subscribe = useCallback((changed: () => void) => columns.subscribe(changed), [columns])
  const sequence = useSyncExternalStore(subscribe, () => (isWanted ? newestIn(columns, clock.now()) : -1))
  return sequence < 0 ? null : columns.at(sequence)
}

/** The sequence number of the newest stroke; -1 without one. */
function newestIn(columns: StrikeColumns, nowMs: number): number {
  return columns.latest(1, nowMs - KEPT_MS)[0] ?? -1
}

/** Returns a function that moves the map to the subject of a part. */
function useGoTo(): (about: SentencePart['about']) => void {
  const camera = useCamera()
  const { clock, live } = useServerConnection()
  const { storms, observed, atMs } = useListedStorms()
  const airports = useAirports()
  return (about) => {
    const near = (place: { lat: number; lon: number }) =>
      camera.flyTo({ zoom: ZOOM_NEAR, lat: place.lat, lon: place.lon })
    if (about === 'busiest' && storms[0]) {
      usePage.getState().select({ kind: 'storm', id: nameStorm(storms[0], atMs) })
      return near(storms[0])
    }
    const { columns } = live.strikes
    const newest = about === 'last' ? columns.at(newestIn(columns, clock.now())) : null
    if (newest) return near(newest)
    const struck = new Set(live.holdTimers.struck())
    const view =
      about === 'airports'
        ? viewOfPlaces(airports.filter(({ icao }) => struck.has(icao)))
        : (viewOfPlaces(activityOf(storms, observed, { area: homeBox(), airports })) ?? viewOfPlaces(storms))
    if (view) camera.flyTo(view)
  }
}
