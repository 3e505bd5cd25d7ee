import type { PlacesResponse } from '../../../client/watch/watch-access.ts'
import { featureWithIdSchema } from '../../../contract/watch/places.ts'
import type { Place } from '../../../core/places/place.ts'
import { createFeatureReader } from '../../../core/places/read-places.ts'
import { delay } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { inTurns } from '../../../core/time/in-turns.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import type { ServerConnection } from '../server-connection.ts'
import { setPlaces, shapeOfPlace, usePlaces } from './place-store.ts'

const ASK_EVERY_MS = MINUTE_MS
const RETRY_MS = 10_000
/** Features that are read in one go: a few milliseconds. */
const READ_AT_ONCE = 500

let askAgain = () => {}

/** Reloads the list now, after a change by the user. */
export function refreshPlaces(): void {
  askAgain()
}

/** Keeps the list of guarded places, polled each minute and parsed when changed. Returns a function that stops this. */
export function fillPlaces({
  watch,
  clock,
  live,
}: Pick<ServerConnection, 'clock'> & {
  watch: NonNullable<ServerConnection['watch']>
  live: Pick<ServerConnection['live'], 'reports'>
}): Unsubscribe {
  let guarded: readonly Place[] | null = null
  let drawn: ReadonlySet<string> = new Set()
  let mark: string | null = null
  let turn = 0
  let cancel = () => {}

  function tell(): void {
    if (guarded) setPlaces(guarded, drawn, (id) => live.reports.airport(id) !== undefined)
  }

  async function askNow(): Promise<void> {
    cancel()
    const mine = ++turn
    const isOver = () => mine !== turn // requested again meanwhile, or stopped
    try {
      const access = await watch()
      const found = await access.places(mark)
      if (isOver()) return
      if (found) {
        const read = await readInTurns(found, isOver)
        await delay(clock, 0) // readers of the list are busy
        if (!read || isOver()) return
        guarded = read.map(({ place }) => place)
        drawn = new Set(read.flatMap(({ place, isDrawn }) => (isDrawn ? [place.id] : [])))
        mark = found.mark
        tell()
      }
      cancel = clock.after(ASK_EVERY_MS, again)
    } catch {
      if (isOver()) return
      // Before the first list it is unknown whether there are places; afterwards the previous list remains valid.
      if (!guarded) usePlaces.setState({ list: 'failed' })
      cancel = clock.after(RETRY_MS, again)
    }
  }
  const again = () => void askNow()

  /** Parsing thousands takes a tenth of a second, split so that the screen can update. */
  function readInTurns({ features, ladders }: Pick<PlacesResponse, 'features' | 'ladders'>, isOver: () => boolean) {
    const reader = createFeatureReader(ladders)
    const read = (feature: unknown) =>
      // Responses have the geometry of each place, also of one that refers to another.
      reader.take(feature).flatMap(({ geometry, ...rest }) => {
        if (!geometry) return []
        const place = { ...rest, geometry }
        shapeOfPlace(place) // a long line takes its time, too
        return [{ place, isDrawn: isDrawnOnPage(feature) }]
      })
    return inTurns(features, read, { atOnce: READ_AT_ONCE, clock, isOver })
  }

  again()
  askAgain = again
  const stopReports = live.reports.subscribe((changed) => {
    if (changed === null) tell()
  })
  return () => {
    turn++
    cancel()
    stopReports()
  }
}

/** Whether it can be changed on the page. */
function isDrawnOnPage(feature: unknown): boolean {
  return featureWithIdSchema.safeParse(feature).data?.properties.drawn ?? false
}
