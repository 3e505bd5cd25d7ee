import type { Logger } from 'pino'
import type { Alarm, Stage } from '../../../contract/watch/alarms.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { Random } from '../../../core/util/random.ts'
import type { Raised } from '../../../core/watch/raised.ts'
import type { Delivery, KeptAlarm, WatchStore } from '../../history/watch-store.ts'
import { alarmText } from './alarm-text.ts'
import { type Message, NOBODY, type Sender, type SenderDeps } from './channel.ts'
import { type Channel, isOfChannel, isQuiet, isWanted } from './channels-file.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { RetainedStates, STATES } from './retained-states.ts'

/** How a channel fares. Unix ms. */
export interface ChannelHealth {
  channel: Channel
  waiting: number
  dead: number
  /** Null where nothing has gone out yet. */
  lastSuccessMs: number | null
  /** What the other side said of the last that it took. */
  lastReceipt: string | null
  /** Why the last attempt failed; null where it did not. */
  lastError: string | null
  /** Nothing went out for a day. */
  isBroken: boolean
}

interface OpenChannel {
  channel: Channel
  queue: DeliveryQueue
  sinceMs: number
  lastSuccessMs: number | null
  lastReceipt: string | null
  lastError: string | null
  dead: number
  toldBroken: boolean
  /** What is to go out after what was there before is known; null once it is. */
  meanwhile: Delivery[] | null
  mail: Sender['mail']
  /** Null where it leaves nothing with the other side. */
  states: RetainedStates | null
  close(): void
}

export type Dispatcher = ReturnType<typeof createDispatcher>

const BROKEN_AFTER_MS = DAY_MS
/** A channel by which nothing went out for so long is tried by itself. */
const SIGN_OF_LIFE_MS = 20 * HOUR_MS
const LOOK_EVERY_MS = MINUTE_MS
/** What went out is written down so often, together: after a crash in between it goes out again, with the same id. */
const SETTLE_EVERY_MS = 20
/** What waited while its channel was out of the file is no news any more. */
const TOO_OLD_MS = DAY_MS + HOUR_MS
const RECEIPT_MAX = 200
const HEALTH = 'channel/'

type PlaceName = Pick<NonNullable<Alarm['place']>, 'id' | 'group'>

interface DispatcherDeps {
  store: WatchStore
  sender: SenderDeps
  /** A place as it is now; null where it is guarded no more. */
  placeNow(place: PlaceName): PlaceName | null
  /** Whether nothing of that stage is to go out of a place at a moment, Unix ms. */
  isSnoozed(place: string, stage: Stage, ms: number): boolean
  clock: Clock
  random: Random
  log: Logger
}

/** Carries alarms out by the channels that want them, and watches over each of these. */
export function createDispatcher(deps: DispatcherDeps) {
  const { store, clock } = deps
  let open = new Map<string, OpenChannel>()
  let changing: Promise<void> = Promise.resolve()
  const settler = createSettler(deps, () => [...open.values()])

  const goesOut = (channel: Channel, alarm: Alarm) =>
    isWanted(channel, alarm) && !(alarm.place && deps.isSnoozed(alarm.place.id, alarm.stage, Date.parse(alarm.at)))

  const openOne = (channel: Channel, kept: Partial<OpenChannel>) =>
    openChannel(channel, kept, deps, {
      settled: (alarmId) => settler.settled(channel.id, alarmId),
      isKeptElsewhere: (topic, place) => isKeptByOthers([...open.values()], channel, topic, place),
    })

  /** What was still to go out before a restart, or before the channels were changed. */
  async function takeUp(channels: readonly OpenChannel[]): Promise<void> {
    await settler.settle()
    const waiting = Map.groupBy(await store.waiting(), ({ channel }) => channel)
    for (const each of channels) {
      each.queue.add(waiting.get(each.channel.id) ?? [])
      each.queue.add(each.meanwhile ?? [])
      each.meanwhile = null
    }
  }

  async function change(channels: readonly Channel[]): Promise<void> {
    const health = await store.states(HEALTH)
    const before = open
    const isSame = (channel: Channel) => before.get(channel.id)?.channel.settings === channel.settings
    const retiring = endOthers([...before.values()], channels)
    open = new Map(
      channels.map((channel) => {
        const kept = before.get(channel.id)
        if (kept && isSame(channel)) return [channel.id, kept]
        return [channel.id, openOne(channel, JSON.parse(health.get(channel.id) ?? '{}') as Partial<OpenChannel>)]
      }),
    )
    const opened = [...open.values()].filter(({ channel }) => !isSame(channel))
    await takeUp(opened)
    for (const { states } of opened) void states?.look()
    for (const { states, close } of retiring) {
      await states?.retire()
      close()
    }
  }

  return {
    /** Has other channels from now on; those whose settings stay go on as they are. */
    setChannels(channels: readonly Channel[]): Promise<void> {
      changing = changing.then(() => change(channels))
      return changing
    },
    /** By which channels an alarm is to go out. */
    channelsOf: (alarm: Alarm): string[] =>
      [...open.values()].filter(({ channel }) => goesOut(channel, alarm)).map(({ channel }) => channel.id),
    /** Has alarms go out that are in the log now. */
    take(kept: readonly KeptAlarm[]): void {
      const [fresh, seen] = [kept.filter(isNew), kept.filter((each) => !isNew(each))]
      for (const { queue } of open.values()) for (const { alarm } of seen) queue.acknowledge(alarm)
      const nextMs = Math.floor(clock.now())
      for (const { channel, queue, meanwhile } of open.values()) {
        const wanted = fresh.filter(({ alarm }) => goesOut(channel, alarm))
        const out = wanted.map(({ alarm }) => ({ channel: channel.id, alarm, attempts: 0, nextMs, dead: null }))
        if (meanwhile) meanwhile.push(...out)
        else queue.add(out)
      }
    },
    /** Has those that tell states know what was raised, also where it had been raised before. */
    takeStates(raised: readonly Alarm[]): void {
      for (const { states } of open.values()) states?.take(raised)
    },
    /** Other places are guarded from now on. */
    placesChanged(): void {
      for (const { states } of open.values()) void states?.look()
    },
    health: (): ChannelHealth[] => [...open.values()].map((each) => healthOf(each, clock.now())),
    has: (id: string) => open.has(id),
    /** Those by which the report of a day can go out. */
    mailers: () => [...open.values()].flatMap(({ channel, mail }) => (mail ? [{ channel, mail }] : [])),
    async close(): Promise<void> {
      for (const { close } of open.values()) close()
      await settler.settle()
    },
    /** Looks after the channels once a minute: `raise` gets tests of those that are silent, and which are broken. */
    watchOver(raise: (raised: readonly Raised[]) => void): () => void {
      return clock.every(LOOK_EVERY_MS, () => {
        const raised = lookAfter([...open.values()], clock.now())
        if (raised.length === 0) return
        raise(raised)
        void settler.settle()
      })
    },
  }
}

/** Writes down what went out, some of it together, and how the channels fare. */
function createSettler({ store, clock }: DispatcherDeps, channels: () => readonly OpenChannel[]) {
  let waiting: { channel: string; alarmId: string }[] = []
  let cancel: (() => void) | null = null

  async function settle(): Promise<void> {
    cancel?.()
    cancel = null
    const settled = waiting
    waiting = []
    const states = channels().map(({ channel: { id }, sinceMs, lastSuccessMs, toldBroken }) => {
      return [HEALTH + id, JSON.stringify({ sinceMs, lastSuccessMs, toldBroken })] as const
    })
    if (settled.length > 0 || states.length > 0) await store.write({ settled, states })
  }

  return {
    settle,
    settled(channel: string, alarmId: string): void {
      waiting.push({ channel, alarmId })
      cancel ??= clock.after(SETTLE_EVERY_MS, () => void settle())
    },
  }
}

/** Ends channels that are no more, or have other settings; answers those that have to clear first what they left elsewhere. */
function endOthers(open: readonly OpenChannel[], next: readonly Channel[]): OpenChannel[] {
  const gone = open.filter(({ channel: { id, settings } }) => {
    return !next.some((each) => each.id === id && each.settings === settings)
  })
  const retiring = gone.filter(({ states, channel: { id, kind, leadsTo } }) => {
    return states !== null && !next.some((each) => each.id === id && each.kind === kind && each.leadsTo === leadsTo)
  })
  for (const each of gone) {
    if (retiring.includes(each)) each.queue.close()
    else each.close()
  }
  return retiring
}

/** Whether another channel to the same broker publishes that topic. */
function isKeptByOthers(open: readonly OpenChannel[], of: Channel, topic: string, place: PlaceName): boolean {
  return open.some(({ channel: { id, leadsTo }, states }) => {
    return id !== of.id && leadsTo === of.leadsTo && (states?.keeps(topic, place) ?? false)
  })
}

const isNew = ({ alarm }: KeptAlarm) => alarm.acknowledged === null

/** `kept`: what is known of it from before. */
function openChannel(
  channel: Channel,
  kept: Partial<OpenChannel>,
  deps: DispatcherDeps,
  of: { settled(alarmId: string): void; isKeptElsewhere(topic: string, place: PlaceName): boolean },
): OpenChannel {
  const { settled } = of
  const { store, clock, random, log } = deps
  const sender = channel.open(deps.sender)
  const messageOf = (alarm: Alarm): Message => ({ alarm, text: alarmText(alarm, channel.lang), lang: channel.lang })
  const isWanted = (place: PlaceName) => {
    const now = deps.placeNow(place)
    return now !== null && isOfChannel(channel, now)
  }
  const states = sender.states
    ? new RetainedStates({
        topics: sender.states,
        key: `${channel.id}/${channel.leadsTo}/`,
        // An approach is a forecast and opt-in; the other stages are facts in order.
        stages: STATES.filter((stage) => stage !== 'approach' || channel.stages.includes(stage)),
        ...{ store, messageOf, isWanted, isKeptElsewhere: of.isKeptElsewhere, clock },
      })
    : null
  const queue = new DeliveryQueue({
    ...{ clock, random },
    send: ({ alarm }, passOn) => sender.send(messageOf(alarm), passOn),
    afterMs: channel.afterMs,
    isSeen: ({ alarm: { acknowledged, place, stage } }) =>
      acknowledged !== null || (place !== null && deps.isSnoozed(place.id, stage, clock.now())),
    dropped: ({ alarm }) => settled(alarm.id),
    isOver({ alarm: { place, at } }) {
      if (place && !deps.placeNow(place)) return 'the place is guarded no more'
      return clock.now() - Date.parse(at) > TOO_OLD_MS ? 'it is older than a day' : null
    },
    delivered({ alarm }, receipt) {
      settled(alarm.id)
      if (receipt === NOBODY) {
        state.lastError = NOBODY
        return
      }
      state.lastSuccessMs = clock.now()
      state.lastReceipt = receipt?.slice(0, RECEIPT_MAX) ?? null
      log.debug({ channel: channel.id, alarm: alarm.id, receipt: state.lastReceipt }, 'an alarm went out')
      state.lastError = null
      state.toldBroken = false
    },
    failed(delivery, why) {
      state.lastError = why
      if (delivery.dead !== null) {
        state.dead++
        log.error({ channel: channel.id, alarm: delivery.alarm.id, why: delivery.dead }, 'an alarm was given up')
      }
      void store.write({ deliveries: [delivery] })
    },
  })
  const state: OpenChannel = {
    ...{ sinceMs: clock.now(), lastSuccessMs: null, lastReceipt: null, lastError: null, dead: 0, toldBroken: false },
    ...kept,
    ...{ channel, queue, meanwhile: [], mail: sender.mail, states },
    close() {
      queue.close()
      states?.close()
      sender.close?.()
    },
  }
  return state
}

function healthOf(
  { channel, queue, sinceMs, lastSuccessMs, lastReceipt, lastError, dead }: OpenChannel,
  nowMs: number,
): ChannelHealth {
  const isBroken = nowMs - (lastSuccessMs ?? sinceMs) > BROKEN_AFTER_MS
  return { channel, waiting: queue.size, dead, lastSuccessMs, lastReceipt, lastError, isBroken }
}

/** Tests of channels that are silent, and which are broken since the last look. */
function lookAfter(channels: readonly OpenChannel[], nowMs: number): Raised[] {
  return channels.flatMap((each) => {
    const { id } = each.channel
    const sinceMs = each.lastSuccessMs ?? each.sinceMs
    const { isBroken } = healthOf(each, nowMs)
    const isNew = isBroken && !each.toldBroken
    each.toldBroken = isBroken
    const isSilent = nowMs - sinceMs > SIGN_OF_LIFE_MS && each.queue.size === 0 && !isQuiet(each.channel, nowMs)
    return [...(isSilent ? [testOf(id, nowMs)] : []), ...(isNew ? [ofChannel('channel-broken', id, sinceMs)] : [])]
  })
}

/** A try of a channel, by somebody or by itself. */
export function testOf(channel: string, nowMs: number): Raised {
  return ofChannel('test', channel, nowMs)
}

function ofChannel(stage: 'test' | 'channel-broken', channel: string, sinceMs: number): Raised {
  const cause = `${channel}-${Math.floor(sinceMs)}`
  return { placeId: null, stage, cause, struckMs: null, distanceKm: null, arrival: null, details: { channel } }
}
