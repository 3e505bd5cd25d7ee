import type { WorkStop } from '../../contract/watch/place-states.ts'
import type { Place } from '../../core/places/place.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Random } from '../../core/util/random.ts'
import type { WatchStore } from '../history/watch-store.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
import { createUnknownPlacesLog } from '../places/unknown-places.ts'
import type { SettingsFaults } from '../settings/settings-faults.ts'
import { sourceClock } from '../sources/source-clock.ts'
import type { Tiles } from '../web/basemap-route.ts'
import { createAlarmStreams } from './alarm-stream.ts'
import { type AlarmWriter, createAlarmWriter } from './alarm-writer.ts'
import type { Channel } from './channels/channels-file.ts'
import { createDispatcher, type Dispatcher } from './channels/dispatcher.ts'
import type { Post } from './channels/post.ts'
import { openHeartbeat } from './heartbeat.ts'
import { newInstance } from './made-once.ts'
import { openPrivateLevels, type PrivateLevels } from './own/private-levels.ts'
import type { Push } from './push/push.ts'
import { openPushSubscriptions } from './push/subscriptions.ts'
import { createVapid, newVapidKey } from './push/vapid.ts'
import { openDailyReports } from './report/daily-reports.ts'
import { openSnoozes, type Snoozes } from './shift/snoozes.ts'
import { openWorkStops, type WorkStops } from './stops/work-stops.ts'
import { openWatchEngine, type WatchEngine, type WatchEngineDeps } from './watch-engine.ts'

/** The alarm system: engine, log and channels. */
export interface Watch {
  store: WatchStore
  engine: WatchEngine
  writer: Omit<AlarmWriter, 'onRaised'>
  streams: ReturnType<typeof createAlarmStreams>
  dispatcher: Pick<Dispatcher, 'health' | 'has' | 'setChannels'>
  snoozes: Snoozes
  stops: WorkStops
  push: Push
  own: PrivateLevels
  held(): { alarm_streams: number; push_subscriptions: number; private_levels: number }
  /** Whether a place with this id is monitored. */
  isKnown(place: string): boolean
  /** Resolves once all raised alarms are stored. */
  close(): Promise<void>
}

const FORGET_EVERY_MS = 3_600_000

/** Open it before the source starts, so that no data is missed. */
export async function openWatch(
  deps: Omit<WatchEngineDeps, 'writer' | 'privateSubjects' | 'stopsOf'> & {
    channels: readonly Channel[]
    /** Invalid channels of the file are left out. */
    channelsArePartial?: boolean | undefined
    post: Post
    random: Random
    /** Base map for images in reports; absent without one. */
    tiles?: Pick<Tiles, 'tile'> | null
    /** VAPID key, read on first use; without it a temporary one per process. */
    vapidKey?: () => string
    /** Unique id of this server, read on first use; without it a new one per process. */
    instance?: () => string
    faults?: Pick<SettingsFaults, 'set'>
    /** Retention of alarms, ms. */
    keepMs: number
    /** Monitor URL requested once a minute while everything works; none if absent. */
    heartbeatUrl?: string | null
  },
): Promise<Watch> {
  const { history, places, post, random, log } = deps
  // The clock of alarm times, so that a wrong or corrected clock of this machine delays no message.
  const clock = sourceClock(deps.source, deps.clock)
  const store = history.watch
  const placeNow = followPlaces(places)
  const snoozes = await openSnoozes(store)
  const push = {
    subscriptions: await openPushSubscriptions(store, clock),
    vapid: createVapid(deps.vapidKey ?? newVapidKey, deps.clock),
  }
  const dispatcher = createDispatcher({
    store,
    sender: { post, clock: deps.clock, push, instance: deps.instance ?? newInstance },
    placeNow,
    snoozes,
    clock,
    random,
    log,
  })
  await dispatcher.setChannels(deps.channels, deps.channelsArePartial)
  const writer = createAlarmWriter({ store, log, channelsOf: dispatcher.channelsOf })
  writer.onAlarms(dispatcher.take)
  writer.onRaised(dispatcher.takeStates)
  const streams = createAlarmStreams({ writer, store, clock })
  const own = await openPrivateLevels({ store, writer, clock })
  // Stops include engine states, and engine rows include stops.
  let stopsOf: (placeId: string) => readonly WorkStop[] = () => []
  const engine = await openWatchEngine({
    ...deps,
    writer,
    privateSubjects: own.subjects,
    stopsOf: (placeId) => stopsOf(placeId),
  })
  dispatcher.follow({
    stateOf: (id, ladder) => engine.states([id]).find((state) => state.ladder === ladder) ?? null,
    observed: engine.observed,
  })
  const workStops = await openWorkStops({
    store,
    writer,
    places,
    stateOf: (place) => engine.states([place])[0] ?? null,
    isSimulated: () => deps.source.simulated,
    publicOrigin: deps.publicOrigin,
    clock,
  })
  stopsOf = workStops.open
  const logUnknown = createUnknownPlacesLog('CHANNELS_FILE', log)
  const stops = [
    places.onChange(dispatcher.placesChanged),
    clock.every(MINUTE_MS, () => {
      if (places.isAwaited({ id: '', group: 'airports' })) return
      logUnknown(
        dispatcher.health().flatMap(({ channel }) => channel.places),
        places.list(),
      )
    }),
    dispatcher.watchOver(engine.raise),
    openDailyReports({
      history,
      places,
      dispatcher,
      tiles: deps.tiles ?? null,
      clock,
      log,
      isSimulated: () => deps.source.simulated,
    }),
    openHeartbeat({
      url: deps.heartbeatUrl ?? null,
      isObserved: () => engine.observed().lightning.now,
      tickedMs: engine.tickedMs,
      store,
      tell: dispatcher.heartbeat,
      post,
      clock,
      log,
    }),
    clock.every(FORGET_EVERY_MS, () => {
      const beforeMs = clock.now() - deps.keepMs
      void Promise.all([store.forget(beforeMs), workStops.forget(beforeMs)])
    }),
  ]
  return {
    store,
    engine,
    writer,
    streams,
    dispatcher,
    snoozes,
    push,
    own,
    stops: workStops,
    held: () => ({
      alarm_streams: streams.count(),
      push_subscriptions: push.subscriptions.list().length,
      private_levels: own.count(),
    }),
    isKnown: (place) => places.list().some(({ id }) => id === place),
    async close() {
      for (const stop of stops) stop()
      streams.close()
      engine.close()
      own.close()
      await writer.idle()
      await dispatcher.close()
    },
  }
}

/** The monitored place, or null. Places that the pending list of airports may contain count as monitored. */
function followPlaces(places: Pick<GuardedPlaces, 'list' | 'onChange' | 'isAwaited'>) {
  let byId = new Map<string, Place>()
  const take = (list: readonly Place[]) => {
    byId = new Map(list.map((place) => [place.id, place]))
  }
  take(places.list())
  places.onChange(take)
  return (place: { id: string; group: string | null }) => byId.get(place.id) ?? (places.isAwaited(place) ? place : null)
}
