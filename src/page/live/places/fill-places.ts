import { API_PATHS } from '../../../contract/api-paths.ts'
import { featureWithIdSchema, placeListSchema } from '../../../contract/watch/places.ts'
import type { Place } from '../../../core/places/place.ts'
import { readFeatures } from '../../../core/places/read-places.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import type { ServerConnection } from '../server-connection.ts'
import { setPlaces, usePlaces } from './place-store.ts'

const ASK_EVERY_MS = MINUTE_MS
const RETRY_MS = 10_000

let askAgain = () => {}

/** Has the list asked for now: somebody has changed it here. */
export function refreshPlaces(): void {
  askAgain()
}

/** Keeps the list of what is guarded, asked for again each minute. Answers how to stop. */
export function fillPlaces({ ask, clock, live }: Pick<ServerConnection, 'ask' | 'clock' | 'live'>): Unsubscribe {
  let guarded: readonly Place[] | null = null
  let drawn: ReadonlySet<string> = new Set()
  let text = ''
  let isStopped = false
  let cancel = () => {}

  function tell(): void {
    if (guarded) setPlaces(guarded, drawn, (id) => live.reports.airport(id) !== undefined)
  }

  async function askNow(): Promise<void> {
    cancel()
    try {
      const { features } = await ask(API_PATHS.places, placeListSchema)
      const now = JSON.stringify(features)
      if (now !== text) {
        text = now
        guarded = readFeatures(features).places
        drawn = drawnOf(features)
        tell()
      }
      if (!isStopped) cancel = clock.after(ASK_EVERY_MS, again)
    } catch {
      // Until they were had once nobody can say that there are none; afterwards the old list is as good.
      if (!guarded) usePlaces.setState({ list: 'failed' })
      if (!isStopped) cancel = clock.after(RETRY_MS, again)
    }
  }
  const again = () => void askNow()

  again()
  askAgain = again
  const stopReports = live.reports.subscribe((changed) => {
    if (changed === null) tell()
  })
  return () => {
    isStopped = true
    cancel()
    stopReports()
  }
}

/** The ids of those that can be changed on the page. */
function drawnOf(features: readonly unknown[]): ReadonlySet<string> {
  const read = features.map((feature) => featureWithIdSchema.safeParse(feature))
  return new Set(read.flatMap(({ data }) => (data?.properties.drawn ? [data.properties.id] : [])))
}
