import type { Storm } from '../../contract/nowcast.ts'
import { formatUtc } from '../../contract/time.ts'
import { isInside } from '../../core/geo/geo.ts'
import type { Place } from '../../core/places/place.ts'
import { boxOf } from '../../core/places/place-shape.ts'
import { featureOf } from '../../core/places/read-places.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { untilNow } from '../../core/time/spans.ts'
import { airports } from './airport-features.ts'
import { type Collected, type CollectionsDeps, isOffset, without } from './collected.ts'
import { type Features, pointFeature } from './feature-page.ts'
import { fires } from './fire-features.ts'
import { listedFeatures, overlap } from './listed-features.ts'
import { isCursor, strikeById, strikeFeatures } from './strike-features.ts'

export function createCollections(deps: CollectionsDeps): Collected[] {
  return [strikes(deps), storms(deps), places(deps), airports(deps), fires(deps)]
}

function strikes({ history, periodOf, clock }: CollectionsDeps): Collected {
  return {
    id: 'strikes',
    title: 'Lightning strikes',
    description: 'Stored strikes by strike time, newest first.',
    guard: 'lightning',
    sinceMs: history.horizonMs,
    isNext: isCursor,
    async features({ box, period, limit, next }) {
      const nowMs = clock.now()
      const horizonMs = await history.horizonMs()
      const asked = untilNow({ fromMs: period?.fromMs ?? horizonMs, toMs: period?.toMs ?? nowMs }, nowMs)
      const { toMs } = asked
      const fromMs = Math.min(asked.fromMs, toMs)
      const wanted = { fromMs: Math.max(fromMs, horizonMs), toMs: Math.min(toMs, nowMs), box, limit, next }
      return (async function* (): Features {
        let count = 0
        const texts = strikeFeatures(history.strikes, wanted)
        let step = await texts.next()
        for (; !step.done; step = await texts.next()) {
          count += step.value.length
          yield step.value
        }
        const isAll = next === undefined && step.value === null
        // Read last: damage is detected while reading strikes.
        const { notObserved } = await periodOf(fromMs, toMs)
        return { next: step.value, matched: isAll ? count : null, period: { fromMs, toMs }, notObserved }
      })()
    },
    feature: (id) => strikeById(history.strikes, id),
  }
}

/** Storms have no history. */
function storms({ nowcast, clock }: CollectionsDeps): Collected {
  return {
    id: 'storms',
    title: 'Storms',
    description: 'Clusters of strikes with their motion: the current state, computed each minute.',
    guard: 'lightning',
    sinceMs: async () => nowcast.latest()?.outlook.atMs ?? clock.now(),
    isNext: isOffset,
    async features({ box, period, limit, next }) {
      const nowMs = clock.now()
      const look = nowcast.latest()
      const known = look?.isObserved ? { fromMs: look.outlook.atMs, toMs: look.outlook.atMs + MINUTE_MS } : null
      const asked = untilNow({ fromMs: period?.fromMs ?? known?.fromMs ?? nowMs, toMs: period?.toMs ?? nowMs }, nowMs)
      const isOfNow = known !== null && asked.fromMs < known.toMs && asked.toMs >= known.fromMs
      const all = isOfNow && look ? look.outlook.storms : []
      const found = all.filter((storm) => !box || isInside(box, storm))
      const write = (storm: Storm) => stormFeature(storm, look?.outlook.atMs ?? nowMs)
      return listedFeatures(found, write, { next, limit }, { period: asked, notObserved: without(asked, known) })
    },
    async feature(id) {
      const look = nowcast.latest()
      const storm = look?.outlook.storms.find((each) => String(each.id) === id)
      return look && storm ? stormFeature(storm, look.outlook.atMs) : null
    },
  }
}

function stormFeature({ id, lat, lon, strokes, strokesPerMin, motion, ...shape }: Storm, atMs: number): string {
  const { majorKm, minorKm, axisDeg } = shape
  const { kind, ...moved } = motion
  const properties = {
    time: formatUtc(atMs),
    strokes,
    strokesPerMin,
    majorKm,
    minorKm,
    axisDeg,
    motion: kind,
    ...moved,
  }
  return pointFeature(id, lon, lat, properties)
}

function places({ places: guarded }: CollectionsDeps): Collected {
  const list = () => guarded?.list() ?? []
  const write = (place: Place) => JSON.stringify({ ...featureOf(place), id: place.id })
  return {
    id: 'places',
    title: 'Guarded places',
    description: 'Airports and other monitored places, with rings and hold times. They have no time.',
    guard: 'standard',
    sinceMs: async () => null,
    isNext: isOffset,
    async features({ box, limit, next }) {
      const found = list().filter(({ geometry }) => !box || overlap(box, boxOf(geometry)))
      return listedFeatures(found, write, { next, limit }, { period: null, notObserved: [] })
    },
    async feature(id) {
      const place = list().find((each) => each.id === id)
      return place ? write(place) : null
    },
  }
}
