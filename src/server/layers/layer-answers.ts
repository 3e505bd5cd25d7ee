import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { createSharedFlights } from '../../client/http/shared-flights.ts'
import type { LayerFailure } from '../../contract/layers.ts'
import type { LayerQuestion } from '../../core/layers/layer-address.ts'
import { newestStepMs } from '../../core/layers/layer-time.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { entriesAtMost } from '../../core/util/entries-at-most.ts'
import { createFetchQueue, type FetchLimits } from './fetch-queue.ts'
import { createLayerFetcher, type LayerBody, LayerError, type LayerFetcherDeps } from './layer-fetcher.ts'
import type { OwnLayer } from './layers-file.ts'

/** Cache size for all layers together. */
const HELD_MAX_BYTES = 64 * 1024 * 1024
/** Overhead of a cached response besides its bytes. */
const OVERHEAD_BYTES = 512
/** An image of a past time no longer changes. */
const PAST_FRESH_MS = 6 * HOUR_MS
const FRESH_MS = MINUTE_MS
/** Back-off after a failure of a source. */
const FAILED_MS = 3 * SECOND_MS
/** Rate limit of log messages for a source that fails intermittently. */
const LOG_EVERY_MS = MINUTE_MS

export const LAYER_RESULTS = ['held', 'fetched', 'stale', 'failed', 'refused'] as const
export type LayerResult = (typeof LAYER_RESULTS)[number]

export interface LayerAnswer extends LayerBody {
  /** Time of the request to the source, Unix ms. */
  asOfMs: number
  /** Expired, because the source has no newer one. */
  stale: boolean
  /** Immutable. */
  isPast: boolean
}

export type LayerAnswers = ReturnType<typeof createLayerAnswers>

type Held =
  | { kind: 'body'; body: LayerBody; asOfMs: number; freshUntilMs: number }
  | { kind: 'failed'; why: LayerFailure; untilMs: number }

/** Layer responses from the cache and from sources; concurrent identical requests are combined. */
export function createLayerAnswers(deps: LayerFetcherDeps & { log: Logger; limits?: FetchLimits }) {
  const { clock, log } = deps
  const fetchLayer = createLayerFetcher(deps)
  const queue = createFetchQueue(deps.limits)
  const flights = createSharedFlights<LayerBody>()
  const failures = new LRUCache<string, Extract<Held, { kind: 'failed' }>>(entriesAtMost(2_000))
  const held = new LRUCache<string, Extract<Held, { kind: 'body' }>>({
    maxSize: HELD_MAX_BYTES,
    sizeCalculation: ({ body }, key) => (body.bytes?.byteLength ?? 0) + key.length + OVERHEAD_BYTES,
  })
  const counts = new Map<string, Record<LayerResult, number>>()
  const tell = createTeller(log, () => clock.now())
  const keyOf = createKeys()

  function count(layer: OwnLayer, result: LayerResult): void {
    const of = counts.get(layer.id) ?? noCounts()
    of[result]++
    counts.set(layer.id, of)
  }

  async function fetched(layer: OwnLayer, question: LayerQuestion, viewer: string, signal?: AbortSignal) {
    const key = keyOf(layer, question)
    const start = (whole: AbortSignal) =>
      queue.run({ layer: layer.id, viewer }, whole, () => fetchLayer(layer, question, whole))
    const body = await flights.join(key, start, signal)
    const nowMs = clock.now()
    const isPast = isPastStep(layer, question, nowMs)
    const entry = {
      kind: 'body' as const,
      body,
      asOfMs: nowMs,
      freshUntilMs: nowMs + (isPast ? PAST_FRESH_MS : FRESH_MS),
    }
    held.set(key, entry)
    failures.delete(key)
    return entry
  }

  return {
    /** Rejects with `LayerError`, or with the signal's reason. */
    async ask(layer: OwnLayer, question: LayerQuestion, viewer: string, signal?: AbortSignal): Promise<LayerAnswer> {
      const key = keyOf(layer, question)
      const nowMs = clock.now()
      const known = held.get(key)
      const answer = ({ body, asOfMs }: { body: LayerBody; asOfMs: number }, stale: boolean): LayerAnswer => ({
        ...body,
        asOfMs,
        stale,
        isPast: isPastStep(layer, question, clock.now()),
      })
      if (known && known.freshUntilMs > nowMs) {
        count(layer, 'held')
        return answer(known, false)
      }
      try {
        const failed = failures.get(key)
        if (failed && failed.untilMs > nowMs) throw new LayerError(failed.why)
        const entry = await fetched(layer, question, viewer, signal)
        count(layer, 'fetched')
        tell(layer, null)
        return answer(entry, false)
      } catch (error) {
        if (!(error instanceof LayerError)) throw error
        if (error.reason === 'busy') {
          count(layer, 'refused')
          throw error
        }
        tell(layer, error.reason)
        if (!failures.has(key) || failures.get(key)!.untilMs <= nowMs)
          failures.set(key, { kind: 'failed', why: error.reason, untilMs: clock.now() + FAILED_MS })
        count(layer, known ? 'stale' : 'failed')
        if (known) return answer(known, true)
        throw error
      }
    },
    counts: (layers: readonly OwnLayer[]) =>
      Object.fromEntries(layers.map(({ id }) => [id, { ...(counts.get(id) ?? noCounts()) }])),
    heldBytes: () => held.calculatedSize,
    fetches: queue.counts,
  }
}

function noCounts(): Record<LayerResult, number> {
  return { held: 0, fetched: 0, stale: 0, failed: 0, refused: 0 }
}

/** Cache keys. A layer with a changed entry gets new ones, so that old responses are not used. */
function createKeys() {
  const numbers = new WeakMap<OwnLayer, number>()
  let count = 0
  return (layer: OwnLayer, { tile, timeMs }: LayerQuestion): string => {
    const number = numbers.get(layer) ?? ++count
    numbers.set(layer, number)
    return [number, tile?.z, tile?.x, tile?.y, timeMs].join(' ')
  }
}

function isPastStep({ time }: OwnLayer, { timeMs }: LayerQuestion, nowMs: number): boolean {
  return time !== null && timeMs !== null && timeMs < newestStepMs(time, nowMs)
}

/** Logs when a layer starts to fail, fails differently, or recovers. */
function createTeller(log: Logger, nowMs: () => number) {
  const told = new Map<string, { why: LayerFailure | null; atMs: number }>()
  return ({ id }: OwnLayer, why: LayerFailure | null) => {
    const last = told.get(id) ?? { why: null, atMs: Number.NEGATIVE_INFINITY }
    if (last.why === why || nowMs() - last.atMs < LOG_EVERY_MS) return
    told.set(id, { why, atMs: nowMs() })
    if (why) log.warn({ layer: id, why }, 'layer of LAYERS_FILE unavailable')
    else log.info({ layer: id }, 'layer of LAYERS_FILE available again')
  }
}
