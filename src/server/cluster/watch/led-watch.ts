import type { Logger } from 'pino'
import type { Clock } from '../../../core/time/clock.ts'
import { TryAgain } from '../../contract/http/failures.ts'
import { isDrawnState, keptDrawnPlaces } from '../../places/drawn-places.ts'
import type { GuardedPlaces } from '../../places/guarded-places.ts'
import { createAlarmStreams } from '../../watch/alarm-stream.ts'
import { openOwnAlarms } from '../../watch/own/own-alarms.ts'
import type { Watch } from '../../watch/watch.ts'
import type { SharedWatchStore } from './shared-watch-store.ts'

export interface OpenedWatch {
  watch: Watch
  closeWatch(): Promise<void>
}

/** Begin and end of the alarm engine in this process. */
export interface WatchTerms {
  /** Opens the engine: all messages of earlier leaders are applied, and those are fenced. */
  begin(): Promise<void>
  /** Idempotent. */
  end(): Promise<void>
  /** Whether this process answers requests. */
  isOpen(): boolean
}

/** Alarms of several processes: the leader runs rules, channels and changes; every process has the log, and serves it to viewers. */
export async function openLedWatch(deps: {
  store: SharedWatchStore
  places: Pick<GuardedPlaces, 'list' | 'setDrawn'>
  open(): Promise<OpenedWatch>
  clock: Clock
  log: Logger
}): Promise<OpenedWatch & { terms: WatchTerms }> {
  const { store, places, clock, log } = deps
  const streams = createAlarmStreams({ writer: store, store, clock })
  const ownAlarms = await openOwnAlarms(store)
  let term: { opened: OpenedWatch | null; ended: boolean } | null = null

  const now = () => {
    if (!term?.opened) throw leadsNoMore()
    return term.opened.watch
  }

  /** Rejects if this process lost the lease before the change was written. */
  async function asLeader<Written>(write: (watch: Watch) => Promise<Written>): Promise<Written> {
    const { writer } = now()
    const written = await write(now())
    if (now().writer !== writer || !store.leads()) throw leadsNoMore()
    return written
  }

  async function end(): Promise<void> {
    const ending = term
    term = null
    if (!ending) return
    ending.ended = true
    await ending.opened?.closeWatch()
  }

  async function begin(): Promise<void> {
    await end()
    const begun = { opened: null as OpenedWatch | null, ended: false }
    term = begun
    const opened = await deps.open()
    if (begun.ended) return opened.closeWatch()
    begun.opened = opened
    log.info('alarms opened')
  }

  const stops = [
    store.onStates((states) => {
      ownAlarms.follow(states)
      if (states.some(([name]) => isDrawnState(name))) void keptDrawnPlaces(store).then(places.setDrawn)
    }),
  ]
  const isOpen = () => Boolean(term?.opened)
  const watch: Watch = {
    store,
    streams,
    get engine() {
      return now().engine
    },
    get snoozes() {
      return now().snoozes
    },
    get stops() {
      return now().stops
    },
    get push() {
      return now().push
    },
    get dispatcher() {
      return term?.opened?.watch.dispatcher ?? NO_CHANNELS
    },
    writer: {
      // One process notifies, not each.
      onAlarms: (listener) => store.onAlarms((alarms) => isOpen() && listener(alarms)),
      write: (change) => asLeader(({ writer }) => writer.write(change)),
      raise: (alarms, change) => asLeader(({ writer }) => writer.raise(alarms, change)),
      writeAll: (...raised) => now().writer.writeAll(...raised),
      idle: () => now().writer.idle(),
    },
    own: {
      ask: (...asked) => now().own.ask(...asked),
      acknowledge: (...seen) => now().own.acknowledge(...seen),
      feedOf: ownAlarms.feedOf,
      keepNames: (names) => now().own.keepNames(names),
      count: () => term?.opened?.watch.own.count() ?? 0,
    },
    held: () => ({ ...(term?.opened?.watch.held() ?? HELD_BY_NONE), alarm_streams: streams.count() }),
    isKnown: (place) => places.list().some(({ id }) => id === place),
    close: end,
  }
  return {
    watch,
    terms: { begin, end, isOpen },
    async closeWatch() {
      for (const stop of stops) stop()
      streams.close()
      await end()
    },
  }
}

const HELD_BY_NONE = { alarm_streams: 0, push_subscriptions: 0, private_levels: 0 }
const leadsNoMore = () => new TryAgain('Another process has just become the leader: try again.', 1_000)
const NO_CHANNELS: Watch['dispatcher'] = { health: () => [], has: () => false, setChannels: async () => {} }
