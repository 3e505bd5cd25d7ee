import type { Logger } from 'pino'
import type { Alarm, Row } from '../../../contract/watch/alarms.ts'
import type { Outcome } from '../../../contract/watch/deliveries.ts'
import type { PlaceState } from '../../../contract/watch/place-states.ts'
import { UNKNOWN_ON } from '../../../core/levels/signature.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import type { Random } from '../../../core/util/random.ts'
import type { FinishedDelivery, KeptAlarm, WatchStore } from '../../history/watch-store.ts'
import type { Raised } from '../service-alarm.ts'
import type { Snoozes } from '../shift/snoozes.ts'
import { alarmText } from './alarm-text.ts'
import { type Message, NO_SUBSCRIBERS, type Sender, type SenderDeps } from './channel.ts'
import { type Channel, isOfChannel, isQuiet } from './channels-file.ts'
import { DeliveryQueue, type Queued } from './delivery-queue.ts'
import { Outbox, type SentState } from './outbox.ts'
import { PresentRows } from './present-rows.ts'
import { hasMoved, LEVELS, type LevelSource, RetainedStates, SECONDS } from './retained-states.ts'

/** Health of a channel. Unix ms. */
export interface ChannelHealth {
  channel: Channel
  waiting: number
  dead: number
  /** Null before the first success. */
  lastSuccessMs: number | null
  lastReceipt: string | null
  /** Error of the last attempt; null after a success. */
  lastError: string | null
  /** No delivery succeeded for a day. */
  isBroken: boolean
}

interface OpenChannel {
  channel: Channel
  queue: DeliveryQueue
  outbox: Outbox
  /** State known to its receiver, by subject. */
  sent: Map<string, SentState>
  sinceMs: number
  lastSuccessMs: number | null
  lastReceipt: string | null
  lastError: string | null
  dead: number
  toldBroken: boolean
  /** Alarms raised before the stored state was loaded; null afterwards. */
  meanwhile: Alarm[] | null
  /** A delivery failed since the last success. */
  hasFailed: boolean
  /** The log names it as failing. */
  isLoggedFailing: boolean
  isQuiet: boolean
  /** Current states must be compared with the sent ones. */
  isReconcileDue: boolean
  /** States sent between two rows, by subject. */
  updated: Map<string, PlaceState>
  mail: Sender['mail']
  heartbeat: Sender['heartbeat']
  /** Null if the channel has no retained messages. */
  states: RetainedStates | null
  close(): void
}

export type Dispatcher = ReturnType<typeof createDispatcher>

const BROKEN_AFTER_MS = DAY_MS
/** A channel without a success for this time gets a test. */
const SIGN_OF_LIFE_MS = 20 * HOUR_MS
const LOOK_EVERY_MS = MINUTE_MS
const TICK_MS = SECOND_MS
/** Write interval of completed deliveries: after a crash in between they are sent again, with the same id. */
const SETTLE_EVERY_MS = 20
/** Deliveries and states per transaction. */
const SETTLED_AT_ONCE = 500
/** After a start the engine first replays earlier strikes: until then the state of the log is outdated. */
const RECONCILE_AFTER_MS = 35 * SECOND_MS
const RECEIPT_MAX = 200
const HEALTH = 'channel/'
const SENT = 'sent/'
/** Lightning states of places in versions without levels. */
const GUARDS_BEFORE = 'place/'

type PlaceName = Pick<NonNullable<Alarm['place']>, 'id' | 'group'>

/** Stored health of a channel. */
interface StoredHealth {
  sinceMs?: number
  lastSuccessMs?: number | null
  toldBroken?: boolean
  /** Sent states are stored by subject. */
  hasSent?: boolean
}

interface DispatcherDeps {
  store: WatchStore
  sender: SenderDeps
  /** The place in its current form; null if it is no longer monitored. */
  placeNow(place: PlaceName): PlaceName | null
  snoozes: Pick<Snoozes, 'isSnoozed' | 'list'>
  clock: Clock
  random: Random
  log: Logger
}

/** Delivers alarms through the channels that select them, and monitors each channel. */
export function createDispatcher(deps: DispatcherDeps) {
  const { store, clock, snoozes } = deps
  const startedMs = clock.monotonicMs()
  const present = new PresentRows()
  let open = new Map<string, OpenChannel>()
  let changing: Promise<void> = Promise.resolve()
  let isFirst = true
  let levels: LevelSource | null = null
  let snoozed = new Map<string, string>()
  let minute = Math.floor(clock.now() / MINUTE_MS)
  const settler = createSettler(deps, () => [...open.values()])

  const openOne = (channel: Channel, health: StoredHealth, sent: Map<string, SentState>) =>
    openChannel(channel, health, deps, {
      settler,
      sent,
      isKeptElsewhere: (topic, place) => isKeptByOthers([...open.values()], channel, topic, place),
      levels: () => levels,
    })

  /** Loads deliveries pending from before a restart, or before a change of channels. */
  async function takeUp(channels: readonly OpenChannel[]): Promise<void> {
    await settler.settle()
    const planned = channels.map(({ outbox }) => outbox.planned())
    const waiting = Map.groupBy(await store.waiting(), ({ channel }) => channel)
    for (const [i, each] of channels.entries()) {
      each.outbox.takeUp(waiting.get(each.channel.id) ?? [], planned[i]!)
      each.outbox.take(each.meanwhile ?? [])
      each.meanwhile = null
    }
  }

  /** Sent states of each channel, by subject. States of channels missing in a valid file at the start are deleted. */
  async function sentBefore(
    channels: readonly Channel[],
    isPartial: boolean,
  ): Promise<Map<string, Map<string, SentState>>> {
    const by = new Map(channels.map(({ id }) => [id, new Map<string, SentState>()]))
    const gone: [string, null][] = []
    for (const [key, text] of await store.states(SENT)) {
      const at = key.indexOf('/')
      const sent = by.get(key.slice(0, at))
      if (sent) sent.set(key.slice(at + 1), JSON.parse(text) as SentState)
      else gone.push([SENT + key, null])
    }
    if (isFirst && !isPartial && gone.length > 0) await store.write({ states: gone })
    return by
  }

  async function change(channels: readonly Channel[], isPartial: boolean): Promise<void> {
    const health = await store.states(HEALTH)
    const sent = await sentBefore(channels, isPartial)
    const before = open
    const isSame = (channel: Channel) => before.get(channel.id)?.channel.settings === channel.settings
    const healthOf = (id: string) => JSON.parse(health.get(id) ?? '{}') as StoredHealth
    if (isFirst) {
      // A channel of a version without levels reported these places without a level.
      const stoodBefore = await guardedBefore(store)
      for (const channel of channels) {
        if (!health.has(channel.id) || healthOf(channel.id).hasSent || !channel.ladders.lightning) continue
        for (const id of stoodBefore) {
          const place = deps.placeNow({ id, group: 'airports' })
          if (!place || !isOfChannel(channel, place)) continue
          sent.get(channel.id)!.set(`${id}/lightning`, { signature: UNKNOWN_ON })
        }
      }
    }
    const places = [...sent.values()].flatMap((states) => [...states.keys()]).map(placeOfSubject)
    const stood = isFirst ? (await store.states(LEVELS)).keys() : []
    await present.load(store, new Set([...places, ...stood].filter((id) => id !== '')))
    void settler.settle()
    const retiring = endOthers([...before.values()], channels)
    open = new Map(
      channels.map((channel) => {
        const kept = before.get(channel.id)
        if (kept && isSame(channel)) return [channel.id, kept]
        return [channel.id, openOne(channel, healthOf(channel.id), kept?.sent ?? sent.get(channel.id)!)]
      }),
    )
    isFirst = false
    settler.saveHealth()
    const opened = [...open.values()].filter(({ channel }) => !isSame(channel))
    await takeUp(opened)
    for (const { states } of opened) void states?.followPlaces()
    for (const { states, close } of retiring) {
      await states?.retire()
      close()
    }
  }

  /** Sends current states that differ from those known to the receiver; of one place if given. */
  function reconcile({ channel, outbox, meanwhile }: OpenChannel, placeId: string | null): void {
    if (meanwhile) return
    const isGuarded = ({ place, cause }: Row) => !place || cause?.kind === 'removed' || deps.placeNow(place) !== null
    const rows = [...present.all()].filter((row) => {
      return (placeId === null || row.place?.id === placeId) && isGuarded(row) && outbox.reconcile(row)
    })
    if (rows.length === 0) return
    const nextMs = Math.floor(clock.now())
    const deliveries = rows.map((alarm) => ({ channel: channel.id, alarm, attempts: 0, nextMs }))
    void store.write({ deliveries }).then(() => outbox.take(rows))
  }

  /** Handles ends of snoozes and quiet hours, pending comparisons and due repeats. */
  function tick(): void {
    const nowMs = clock.now()
    const running = new Map(snoozes.list(nowMs).map((snooze) => [snooze.place, JSON.stringify(snooze)]))
    const ended = [...snoozed].flatMap(([place, text]) => (running.get(place) === text ? [] : [place]))
    snoozed = running
    const nowMinute = Math.floor(nowMs / MINUTE_MS)
    const isNewMinute = nowMinute !== minute
    const second = Math.floor(nowMs / SECOND_MS) % SECONDS
    minute = nowMinute
    const hasBegun = clock.monotonicMs() - startedMs >= RECONCILE_AFTER_MS
    for (const each of open.values()) {
      if (isNewMinute) {
        const wasQuiet = each.isQuiet
        each.isQuiet = isQuiet(each.channel, nowMs)
        if (wasQuiet && !each.isQuiet) each.isReconcileDue = true
      }
      if (each.channel.updates && levels && !each.states) update(each, levels, second)
      if (each.isReconcileDue && hasBegun && !each.meanwhile) {
        each.isReconcileDue = false
        reconcile(each, null)
      } else if (hasBegun) for (const place of ended) reconcile(each, place)
      each.outbox.repeats((subject) => present.get(subject))
      each.states?.look(each.channel.updates ? second : null)
    }
    if (isNewMinute) present.prune((subject) => [...open.values()].some(({ outbox }) => outbox.knows(subject)))
    settler.soon()
  }

  return {
    /** Replaces the channels; those with unchanged settings continue. `isPartial`: invalid ones are left out. */
    setChannels(channels: readonly Channel[], isPartial = false): Promise<void> {
      changing = changing.then(() => change(channels, isPartial))
      return changing
    },
    /** Channels for an alarm; call it in event order, when the alarm is written. */
    channelsOf(alarm: Alarm): string[] {
      present.take([alarm])
      return [...open.values()].filter(({ outbox }) => outbox.plan(alarm)).map(({ channel }) => channel.id)
    },
    /** Starts delivery of stored alarms. */
    take(kept: readonly KeptAlarm[]): void {
      const alarms = kept.map(({ alarm }) => alarm)
      const fresh = alarms.filter(isNew)
      const seen = alarms.filter((each) => !isNew(each))
      for (const alarm of seen) {
        present.acknowledge(alarm)
        for (const { outbox } of open.values()) outbox.acknowledge(alarm)
      }
      for (const { outbox, meanwhile } of open.values()) {
        if (meanwhile) meanwhile.push(...fresh)
        else outbox.take(fresh)
      }
      settler.soon()
    },
    /** Updates retained states with raised alarms, including ones raised before. */
    takeStates(raised: readonly Alarm[]): void {
      for (const each of open.values()) {
        if (!each.meanwhile && each.outbox.forget(raised)) each.isReconcileDue = true
        each.states?.take(raised)
      }
    },
    /** Follows the states between two rows. */
    follow(source: LevelSource): void {
      levels = source
    },
    placesChanged(): void {
      for (const { states } of open.values()) void states?.followPlaces()
    },
    /** Sends a heartbeat through the channels that have one. */
    async heartbeat(atMs: number): Promise<void> {
      await Promise.allSettled([...open.values()].map(({ heartbeat }) => heartbeat?.(atMs)))
    },
    health: (): ChannelHealth[] => [...open.values()].map((each) => healthOf(each, clock.now())),
    has: (id: string) => open.has(id),
    /** Channels that can send daily reports. */
    mailers: () => [...open.values()].flatMap(({ channel, mail }) => (mail ? [{ channel, mail }] : [])),
    async close(): Promise<void> {
      for (const { close } of open.values()) close()
      await settler.settle()
    },
    /** Monitors channels: `raise` receives tests of silent ones and failures. */
    watchOver(raise: (raised: readonly Raised[]) => void): () => void {
      const stops = [
        clock.every(TICK_MS, tick),
        clock.every(LOOK_EVERY_MS, () => {
          for (const each of open.values()) logFailures(each, deps.log)
          const raised = lookAfter([...open.values()], clock.now())
          if (raised.length === 0) return
          raise(raised)
          settler.saveHealth()
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }

  /** Sends states that changed since their last row: some each second, each once a minute. */
  function update({ outbox, meanwhile, updated }: OpenChannel, source: LevelSource, second: number): void {
    if (meanwhile) return
    let at = 0
    for (const subject of outbox.told()) {
      if (at++ % SECONDS !== second) continue
      const row = present.get(subject)
      const state = row?.place && row.ladder && source.stateOf(row.place.id, row.ladder)
      if (!row || !state || !hasMoved(updated.get(subject) ?? row, state)) continue
      updated.set(subject, state)
      outbox.update({ ...row, ...state, step: 'other' })
    }
    for (const subject of updated.keys()) if (!outbox.knows(subject)) updated.delete(subject)
  }
}

/** Places with lightning, by the states of versions without levels. */
async function guardedBefore(store: Pick<WatchStore, 'states'>): Promise<string[]> {
  const guards = await store.states(GUARDS_BEFORE)
  return [...guards].flatMap(([id, text]) => ((JSON.parse(text) as { stage?: string }).stage === 'calm' ? [] : [id]))
}

const placeOfSubject = (subject: string) => subject.slice(0, subject.lastIndexOf('/'))

/** Stores completed deliveries in batches, and the health of channels. */
function createSettler({ store, clock }: DispatcherDeps, channels: () => readonly OpenChannel[]) {
  let settled: { channel: string; alarmId: string }[] = []
  let finished: FinishedDelivery[] = []
  let isHealthDue = false
  let cancel: (() => void) | null = null

  async function settle(): Promise<void> {
    cancel?.()
    cancel = null
    const states = channels().flatMap(({ channel: { id }, outbox }) =>
      outbox.takeChanges().map(([subject, state]): [string, string | null] => [`${SENT}${id}/${subject}`, state]),
    )
    if (isHealthDue) states.push(...channels().map(storedHealthOf))
    const out = { settled, finished, states }
    isHealthDue = false
    settled = []
    finished = []
    const most = Math.max(...Object.values(out).map((list) => list.length))
    // A delivery and the receiver's state are written in one transaction.
    for (let from = 0; from < most; from += SETTLED_AT_ONCE) {
      const to = from + SETTLED_AT_ONCE
      await store.write({
        settled: out.settled.slice(from, to),
        finished: out.finished.slice(from, to),
        states: out.states.slice(from, to),
      })
    }
  }

  function soon(): void {
    const hasMore = isHealthDue || settled.length > 0 || finished.length > 0
    if (hasMore || channels().some(({ outbox }) => outbox.hasChanges))
      cancel ??= clock.after(SETTLE_EVERY_MS, () => void settle())
  }

  return {
    settle,
    soon,
    saveHealth(): void {
      isHealthDue = true
      soon()
    },
    /** Removes a delivery from the queue without a log entry. */
    settled(channel: string, alarmId: string): void {
      settled.push({ channel, alarmId })
      soon()
    },
    finished(delivery: Queued, outcome: Outcome, said: string | null): void {
      const { channel, alarm, attempts } = delivery
      const receipt = said?.slice(0, RECEIPT_MAX) ?? null
      const tries = attempts + Number(outcome === 'accepted')
      finished.push({ row: alarm.id, channel, atMs: Math.floor(clock.now()), attempts: tries, outcome, receipt })
      isHealthDue = true
      soon()
    },
  }
}

function storedHealthOf({ channel: { id }, sinceMs, lastSuccessMs, toldBroken }: OpenChannel): [string, string] {
  const health: StoredHealth = { sinceMs, lastSuccessMs, toldBroken, hasSent: true }
  return [HEALTH + id, JSON.stringify(health)]
}

/** Closes removed or changed channels; returns those that must first clear their retained messages. */
function endOthers(open: readonly OpenChannel[], next: readonly Channel[]): OpenChannel[] {
  const gone = open.filter(({ channel: { id, settings } }) => {
    return !next.some((each) => each.id === id && each.settings === settings)
  })
  const retiring = gone.filter(({ states, channel: { id, kind, redactedTarget } }) => {
    return (
      states !== null &&
      !next.some((each) => each.id === id && each.kind === kind && each.redactedTarget === redactedTarget)
    )
  })
  for (const each of gone) {
    if (retiring.includes(each)) each.queue.close()
    else each.close()
  }
  return retiring
}

/** Whether another channel to the same broker publishes that topic. */
function isKeptByOthers(open: readonly OpenChannel[], of: Channel, topic: string, place: PlaceName | null): boolean {
  return open.some(({ channel: { id, redactedTarget }, states }) => {
    return id !== of.id && redactedTarget === of.redactedTarget && (states?.keeps(topic, place) ?? false)
  })
}

const isNew = ({ acknowledged }: Alarm) => acknowledged === null

/** `health`, `sent`: stored values. */
function openChannel(
  channel: Channel,
  health: StoredHealth,
  deps: DispatcherDeps,
  of: {
    settler: ReturnType<typeof createSettler>
    sent: Map<string, SentState>
    isKeptElsewhere(topic: string, place: PlaceName | null): boolean
    levels(): LevelSource | null
  },
): OpenChannel {
  const { settler, sent } = of
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
        key: `${channel.id}/${channel.redactedTarget}/`,
        tellsExpected: channel.ladders.lightning?.expected ?? false,
        levels: of.levels,
        store,
        messageOf,
        isWanted,
        isKeptElsewhere: of.isKeptElsewhere,
        clock,
      })
    : null
  const queue = new DeliveryQueue({
    clock,
    random,
    send(delivery, passOn, release) {
      const message = messageOf(outbox.asSent(delivery))
      return sender.send(delivery.isRepeat ? { ...message, repeatedMs: delivery.sinceMs } : message, passOn, release)
    },
    verdictOn: (delivery) => outbox.verdictOn(delivery),
    taken(delivery) {
      outbox.taken(delivery)
      state.lastError = null
      state.isReconcileDue ||= state.hasFailed
      state.hasFailed = false
    },
    finished(delivery, outcome, said) {
      const { alarm, isUpdate = false } = delivery
      if (outcome === 'given-up') {
        state.lastError = said
        if (isUpdate) return
        state.dead++
        outbox.gaveUp(delivery)
        log.error({ channel: channel.id, alarm: alarm.id, why: said }, 'delivery given up')
      }
      if (isUpdate) return
      const isNobody = said === NO_SUBSCRIBERS
      settler.finished(delivery, outcome === 'accepted' && isNobody ? 'not-needed' : outcome, said)
      if (outcome !== 'accepted') return
      if (isNobody) {
        state.lastError = NO_SUBSCRIBERS
        return
      }
      state.lastSuccessMs = clock.now()
      state.lastReceipt = said?.slice(0, RECEIPT_MAX) ?? null
      state.toldBroken = false
      log.debug({ channel: channel.id, alarm: alarm.id, receipt: state.lastReceipt }, 'delivery accepted')
    },
    held(delivery) {
      // The receiver may have accepted it; a later state will supersede it.
      if (delivery.attempts > 0) settler.finished(delivery, 'superseded', null)
      else settler.settled(channel.id, delivery.alarm.id)
    },
    failed(delivery, why) {
      const { alarm, attempts, nextMs, isRepeat = false } = delivery
      state.lastError = why
      state.hasFailed = true
      outbox.tried(delivery)
      if (!isRepeat) void store.write({ deliveries: [{ channel: channel.id, alarm, attempts, nextMs }] })
      settler.soon()
    },
  })
  const outbox = new Outbox({
    channel,
    queue,
    sent,
    isSnoozed: (place, level) => deps.snoozes.isSnoozed(place, level, clock.now()),
    isGuarded: (place) => deps.placeNow(place) !== null,
    finished: (delivery, outcome) => settler.finished(delivery, outcome, null),
    clock,
  })
  const state: OpenChannel = {
    channel,
    queue,
    outbox,
    sent,
    sinceMs: health.sinceMs ?? clock.now(),
    lastSuccessMs: health.lastSuccessMs ?? null,
    lastReceipt: null,
    lastError: null,
    dead: 0,
    toldBroken: health.toldBroken ?? false,
    meanwhile: [],
    hasFailed: false,
    isLoggedFailing: false,
    isQuiet: isQuiet(channel, clock.now()),
    isReconcileDue: true,
    updated: new Map(),
    mail: sender.mail,
    heartbeat: sender.heartbeat,
    states,
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

/** Logs begin and end of failures; called once a minute, since a receiver may refuse every other message. */
function logFailures(each: OpenChannel, log: Logger): void {
  const { channel, queue, hasFailed, isLoggedFailing, lastError } = each
  if (hasFailed === isLoggedFailing) return
  each.isLoggedFailing = hasFailed
  if (!hasFailed) log.info({ channel: channel.id }, 'channel delivers again')
  else log.warn({ channel: channel.id, why: lastError, waiting: queue.size }, 'channel fails, retrying')
}

/** Tests of silent channels, and channels that failed since the last check. */
function lookAfter(channels: readonly OpenChannel[], nowMs: number): Raised[] {
  return channels.flatMap((each) => {
    const { id } = each.channel
    const sinceMs = each.lastSuccessMs ?? each.sinceMs
    const { isBroken } = healthOf(each, nowMs)
    const isNew = isBroken && !each.toldBroken
    each.toldBroken = isBroken
    const isSilent = nowMs - sinceMs > SIGN_OF_LIFE_MS && each.queue.size === 0 && !isQuiet(each.channel, nowMs)
    return [
      ...(isSilent ? [testOf(id, nowMs)] : []),
      ...(isNew ? [{ stage: 'channel-broken' as const, channel: id, sinceMs }] : []),
    ]
  })
}

export function testOf(channel: string, nowMs: number): Raised {
  return { stage: 'test', channel, sinceMs: nowMs }
}
