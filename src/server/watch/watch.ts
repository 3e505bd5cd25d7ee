import type { WorkStop } from '../../contract/watch/place-states.ts'
import type { Place } from '../../core/places/place.ts'
import type { Random } from '../../core/util/random.ts'
import type { SettingsFaults } from '../faults/settings-faults.ts'
import type { WatchStore } from '../history/watch-store.ts'
import type { Tiles } from '../http/basemap-route.ts'
import type { GuardedPlaces } from '../places/guarded-places.ts'
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

/** The watch of the server: its rules, its log, and who is told. */
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
  /** How much is held for viewers. */
  held(): { alarm_streams: number; push_subscriptions: number; private_levels: number }
  /** Whether a place of that id is guarded. */
  isKnown(place: string): boolean
  /** Resolves once everything is written that was raised. */
  close(): Promise<void>
}

const FORGET_EVERY_MS = 3_600_000

/** Before the source is started, so that nothing is missed. */
export async function openWatch(
  deps: Omit<WatchEngineDeps, 'writer' | 'privateSubjects' | 'places'> & {
    places: Pick<GuardedPlaces, 'list' | 'onChange' | 'isAwaited'>
    channels: readonly Channel[]
    post: Post
    random: Random
    /** For the ground of pictures; absent where there is none. */
    tiles?: Pick<Tiles, 'tile'> | null
    /** The key of push messages, read when it is first needed; one that is gone with the process where it is left out. */
    vapidKey?: () => string
    /** Tells this server from all others, read when it is first needed; another one with each process where it is left out. */
    instance?: () => string
    faults?: Pick<SettingsFaults, 'set'>
    /** How long alarms are kept, ms. */
    keepMs: number
    /** A monitor that is asked once a minute while all works; none where it is left out. */
    heartbeatUrl?: string | null
  },
): Promise<Watch> {
  const { history, places, post, clock, random, log } = deps
  const store = history.watch
  const placeNow = followPlaces(places)
  const snoozes = await openSnoozes(store)
  const push = {
    // By the clock of the alarms: by another one, an alarm could seem to be of before the subscription.
    subscriptions: await openPushSubscriptions(store, { now: () => deps.source.nowMs?.() ?? clock.now() }),
    vapid: createVapid(deps.vapidKey ?? newVapidKey, clock),
  }
  const dispatcher = createDispatcher({
    store,
    sender: { post, clock, push, instance: deps.instance ?? newInstance },
    placeNow,
    snoozes,
    clock,
    random,
    log,
  })
  await dispatcher.setChannels(deps.channels)
  const writer = createAlarmWriter({ store, log, channelsOf: dispatcher.channelsOf })
  writer.onAlarms(dispatcher.take)
  writer.onRaised(dispatcher.takeStates)
  const streams = createAlarmStreams({ writer, store, clock })
  const own = await openPrivateLevels({ store, writer, places, clock })
  // Stops carry the states of the engine, and the engine's rows the stops.
  let stopsOf: (placeId: string) => readonly WorkStop[] = () => []
  const engine = await openWatchEngine({
    ...{ ...deps, writer, privateSubjects: own.subjects },
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
  const stops = [
    places.onChange(dispatcher.placesChanged),
    dispatcher.watchOver(engine.raise),
    openDailyReports({
      ...{ history, places, dispatcher, tiles: deps.tiles ?? null, clock, log },
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
    ...{ store, engine, writer, streams, dispatcher, snoozes, push, own },
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

/** A place as it is guarded now, or null. What the list of airports may still bring counts as guarded. */
function followPlaces(places: Pick<GuardedPlaces, 'list' | 'onChange' | 'isAwaited'>) {
  let byId = new Map<string, Place>()
  const take = (list: readonly Place[]) => {
    byId = new Map(list.map((place) => [place.id, place]))
  }
  take(places.list())
  places.onChange(take)
  return (place: { id: string; group: string | null }) => byId.get(place.id) ?? (places.isAwaited(place) ? place : null)
}
