import { createHash } from 'node:crypto'
import { type Alarm, isRow, type Row } from '../../../contract/watch/alarms.ts'
import type { WorkStop } from '../../../contract/watch/place-states.ts'
import {
  headlineOfSignature,
  OFF,
  rowAsSeen,
  signatureOf,
  stepBetween,
  subjectOf,
} from '../../../core/levels/signature.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Delivery } from '../../history/watch-store.ts'
import { type Channel, eventOfStep, isOfChannel, isQuiet, isWanted, type LadderChoice } from './channels-file.ts'
import type { DeliveryQueue, Queued, Verdict } from './delivery-queue.ts'

/** State of a subject known to the receiver. A missing one is `off`. */
export interface SentState {
  /** Signature of the last accepted message. */
  signature: string
  /** Signature of a later message that may have been accepted. */
  maybe?: string
  /** Id of the last accepted `up` until it is acknowledged: it is repeated. */
  up?: string
}

interface OutboxDeps {
  channel: Channel
  queue: DeliveryQueue
  /** By subject, as stored. */
  sent: Map<string, SentState>
  /** Whether messages of a place, or of the given level of it, are snoozed. */
  isSnoozed(place: string, level: string | null): boolean
  /** Whether a place is monitored. */
  isGuarded(place: NonNullable<Alarm['place']>): boolean
  /** Notifies of deliveries that end before their turn. */
  finished(delivery: Queued, outcome: 'superseded' | 'not-needed'): void
  clock: Clock
}

/** Messages about a gap at a place wait for this time, in case the gap ends. */
const GAP_SENT_AFTER_MS = MINUTE_MS
/** A delivery older than this, as after its channel was missing in the file, is outdated. */
const TOO_OLD_MS = 25 * 60 * MINUTE_MS

/**
 * State of one channel: sent, in progress and held back. For each subject it knows the signature last accepted by the
 * receiver, and compares each row with that instead of the previous row: one message repairs all missed ones.
 */
export class Outbox {
  readonly #deps: OutboxDeps
  /** Deliveries being written with their rows, by alarm; the last per subject. */
  readonly #planned = new Map<string, Queued>()
  readonly #lastPlanned = new Map<string, Queued>()
  /** Those superseded by a later row. */
  readonly #overtaken = new Set<string>()
  /** Subjects whose stored state must be written. */
  readonly #changed = new Set<string>()
  /** `nextMs` is monotonic. */
  readonly #repeats = new Map<string, { up: string; nextMs: number }>()

  constructor(deps: OutboxDeps) {
    this.#deps = deps
    const nextMs = deps.clock.monotonicMs() + deps.channel.repeatMs
    for (const [subject, { up }] of deps.sent) {
      if (up !== undefined && deps.channel.repeatMs > 0) this.#repeats.set(subject, { up, nextMs })
    }
  }

  /** Whether the receiver knows, or may know, a state other than `off`. */
  knows(subject: string): boolean {
    return this.#deps.sent.has(subject)
  }

  /** Subjects reported to the receiver. */
  told(): IterableIterator<string> {
    return this.#deps.sent.keys()
  }

  /** Signature of the last message of a subject in progress or accepted. */
  tail(subject: string): string {
    const last = this.#last(subject)
    return last ? (last.passedOn ?? last.signature) : this.#sentOf(subject).signature
  }

  /** Whether this channel sends an alarm; call it in event order, when the alarm is written. */
  plan(alarm: Alarm): boolean {
    const subject = subjectOf(alarm)
    if (subject === null || !isRow(alarm)) {
      const { channel } = this.#deps
      if (!isWanted(channel, alarm) || this.#isDropped(alarm)) return false
      this.#plan(alarm, null, OFF)
      return true
    }
    return this.#planRow(alarm, subject)
  }

  /** Starts deliveries whose rows are now stored. */
  take(alarms: readonly Alarm[]): void {
    const { queue, finished } = this.#deps
    for (const alarm of alarms) {
      const planned = this.#unplan(alarm.id)
      if (!planned) continue
      if (planned.subject !== null && !this.#inOrder) this.#supersedeWaiting(planned.subject)
      if (this.#overtaken.delete(alarm.id)) finished(planned, 'superseded')
      else queue.add([planned])
    }
  }

  /** Drops planned deliveries of rows that were stored before; returns whether there were any. */
  forget(alarms: readonly Alarm[]): boolean {
    return alarms.map(({ id }) => this.#overtaken.delete(id) || this.#unplan(id) !== null).includes(true)
  }

  /** Ids of alarms whose deliveries are being written. */
  planned(): string[] {
    return [...this.#planned.keys()]
  }

  /**
   * Loads deliveries from before a restart. `planned`: deliveries planned before loading, which are among them or were
   * never new.
   */
  takeUp(deliveries: readonly Delivery[], planned: readonly string[]): void {
    const { queue, finished } = this.#deps
    for (const delivery of deliveries) {
      if (queue.has(delivery.alarm.id)) continue
      this.#unplan(delivery.alarm.id)
      const subject = subjectOf(delivery.alarm)
      const row = subject !== null && isRow(delivery.alarm) ? delivery.alarm : null
      const signature = row && subject !== null ? this.signature(row, subject) : OFF
      const queued = { ...delivery, subject, signature, sinceMs: Date.parse(delivery.alarm.at) }
      // The previous process may have sent it without recording that.
      if (subject !== null && this.#sentOf(subject).maybe === undefined) {
        this.#set(subject, { ...this.#sentOf(subject), maybe: signature })
      }
      if (subject !== null && !this.#inOrder) this.#supersedeWaiting(subject)
      if (this.#overtaken.delete(delivery.alarm.id)) finished(queued, 'superseded')
      else queue.add([queued])
    }
    for (const id of planned) if (!this.#overtaken.delete(id)) this.#unplan(id)
  }

  /**
   * Compares the current state with the receiver's. Returns the row if it must be sent: the caller stores it and passes
   * it to `take`.
   */
  reconcile(row: Row): boolean {
    const subject = subjectOf(row)
    if (subject === null || this.#deps.queue.has(row.id)) return false
    return this.#planRow(row, subject)
  }

  acknowledge(alarm: Alarm): void {
    const { channel, queue } = this.#deps
    queue.acknowledge(alarm)
    const subject = subjectOf(alarm)
    if (subject === null || !isRow(alarm)) return
    const state = this.#sentOf(subject)
    if (state.up === alarm.id) {
      this.#repeats.delete(subject)
      const { up: _, ...rest } = state
      this.#set(subject, rest)
    }
    // The row was held back, and is not sent later.
    if (channel.afterMs > 0 && this.#last(subject) === null) {
      this.#set(subject, { ...this.#sentOf(subject), signature: this.signature(alarm, subject) })
    }
  }

  /** Decision about the next delivery. */
  verdictOn(delivery: Queued): Verdict {
    const { channel, queue, clock, isGuarded } = this.#deps
    const { alarm, subject, signature } = delivery
    const nowMs = clock.now()
    if (alarm.place && !isGuarded(alarm.place) && alarm.cause?.kind !== 'removed') {
      return { now: 'finish', outcome: 'given-up', why: 'the place is no longer monitored' }
    }
    if (nowMs - delivery.sinceMs > TOO_OLD_MS) {
      return { now: 'finish', outcome: 'given-up', why: 'the alarm is older than a day' }
    }
    if (channel.afterMs > 0 && alarm.acknowledged !== null) {
      if (subject !== null) this.#set(subject, { ...this.#sentOf(subject), signature })
      return { now: 'finish', outcome: 'not-needed', why: null }
    }
    if (subject === null && this.#isDropped(alarm)) return { now: 'finish', outcome: 'not-needed', why: null }
    if (subject !== null && this.#isHeld(alarm, subject, signature)) return { now: 'hold' }
    // It is raised once.
    if (alarm.stage === 'channel-broken' && isQuiet(channel, nowMs)) return { now: 'wait', waitMs: MINUTE_MS }
    const waitMs = alarm.stage === 'test' ? 0 : this.#dueMs(delivery) - nowMs
    // An alarm of the future: the clock was set back.
    const isFuture = waitMs > Math.max(channel.afterMs, GAP_SENT_AFTER_MS)
    if (waitMs > 0 && !isFuture) return { now: 'wait', waitMs }
    if (subject !== null && !this.#inOrder && !delivery.isRepeat && !delivery.isUpdate) {
      if (queue.of(subject).waiting.at(-1) !== delivery) return { now: 'finish', outcome: 'superseded', why: null }
      const { signature: known, maybe = known } = this.#sentOf(subject)
      if (known === signature && maybe === signature) return { now: 'finish', outcome: 'not-needed', why: null }
    }
    return { now: 'send' }
  }

  /** The row as sent: with the levels of this channel, relative to the receiver's state. */
  asSent({ alarm, subject, signature, isRepeat, isUpdate }: Queued): Alarm {
    if (subject === null || !isRow(alarm)) return alarm
    if (!isLadder(subject)) return alarm
    const choice = this.#choice(alarm)
    const { signature: known, maybe } = this.#sentOf(subject)
    const before = known === signature && maybe !== undefined && !isRepeat && !isUpdate ? maybe : known
    const step = stepBetween(alarm, before, signature) ?? (isRepeat ? 'up' : 'other')
    const seen = rowAsSeen(alarm, choice, { before, step })
    return this.#sees(alarm) ? seen : { ...seen, cause: { kind: 'removed' } }
  }

  /** The receiver accepted it. */
  taken(delivery: Queued): void {
    const { channel, clock } = this.#deps
    const { subject, alarm, signature, isRepeat, isUpdate } = delivery
    if (subject === null || isUpdate) return
    const state = this.#sentOf(subject)
    const asked = isRepeat
      ? 'up'
      : isLadder(subject) && isRow(alarm)
        ? stepBetween(alarm, state.signature, signature)
        : null
    const told = delivery.passedOn ?? signature
    const isUp = asked === 'up' && channel.repeatMs > 0 && alarm.acknowledged === null && told !== OFF
    const up = isUp ? alarm.id : told === OFF ? undefined : state.up
    if (up === undefined) this.#repeats.delete(subject)
    else if (isUp) this.#repeats.set(subject, { up, nextMs: clock.monotonicMs() + channel.repeatMs })
    this.#set(subject, { signature: told, ...(up !== undefined && { up }) })
  }

  /** An attempt was made: the receiver may have accepted it. */
  tried({ subject, signature }: Queued): void {
    if (subject === null) return
    const state = this.#sentOf(subject)
    // One uncertain signature is enough: a later state differs from it or from the known one.
    if (state.maybe === undefined || state.maybe === state.signature) this.#set(subject, { ...state, maybe: signature })
  }

  /** The delivery was given up: state of removed places is deleted. */
  gaveUp({ subject, alarm }: Queued): void {
    if (subject !== null && alarm.place && !this.#deps.isGuarded(alarm.place)) this.#set(subject, { signature: OFF })
  }

  /** Repeats of `up` that are due, with the current row. */
  repeats(present: (subject: string) => Row | undefined): void {
    const { channel, queue, clock } = this.#deps
    const nowMs = clock.monotonicMs()
    for (const [subject, repeat] of this.#repeats) {
      if (nowMs < repeat.nextMs) continue
      repeat.nextMs = nowMs + channel.repeatMs
      const row = present(subject)
      const signature = row && this.signature(row, subject)
      if (!row || signature === undefined || signature === OFF) continue
      if (this.#last(subject) !== null || this.#isHeld(row, subject, signature)) continue
      const alarm: Row = { ...row, id: repeat.up, step: 'up' }
      queue.add([this.#queued(alarm, subject, signature, { isRepeat: true })])
    }
  }

  /** Sends a state between two rows, if the receiver knows its signature. */
  update(row: Row): void {
    const subject = subjectOf(row)
    if (subject === null) return
    const signature = this.signature(row, subject)
    const { signature: known, maybe } = this.#sentOf(subject)
    if (signature !== known || maybe !== undefined || this.#last(subject) !== null) return
    if (this.#isHeld(row, subject, signature)) return
    this.#deps.queue.add([this.#queued(row, subject, signature, { isUpdate: true })])
  }

  get hasChanges(): boolean {
    return this.#changed.size > 0
  }

  /** States to write, by subject. */
  takeChanges(): (readonly [subject: string, state: string | null])[] {
    const changes = [...this.#changed].map((subject) => {
      const state = this.#deps.sent.get(subject)
      return [subject, state ? JSON.stringify(state) : null] as const
    })
    this.#changed.clear()
    return changes
  }

  signature(row: Row, subject: string): string {
    if (isLadder(subject)) return signatureOf(row, this.#choice(row))
    if (subject.endsWith('/stops')) return signatureOfStops(row.stops)
    return row.observed.now ? OFF : 'gap'
  }

  get #inOrder(): boolean {
    return this.#deps.channel.every || this.#deps.channel.afterMs > 0
  }

  /** Whether the channel selects that ladder of that place. */
  #sees({ place, ladder }: Row): boolean {
    const { channel } = this.#deps
    return ladder !== null && channel.ladders[ladder] !== null && (!place || isOfChannel(channel, place))
  }

  /** A ladder no longer selected has no visible levels: the receiver is sent the end of earlier ones. */
  #choice(row: Row): LadderChoice {
    const { ladders, events } = this.#deps.channel
    return (this.#sees(row) && row.ladder && ladders[row.ladder]) || { levels: [], expected: false, events }
  }

  #sentOf(subject: string): SentState {
    return this.#deps.sent.get(subject) ?? { signature: OFF }
  }

  #set(subject: string, state: SentState): void {
    this.#changed.add(subject)
    if (state.signature === OFF && state.maybe === undefined) this.#deps.sent.delete(subject)
    else this.#deps.sent.set(subject, state)
  }

  /** The last pending delivery of a subject. */
  #last(subject: string): Queued | null {
    return this.#lastPlanned.get(subject) ?? this.#deps.queue.last(subject)
  }

  #planRow(row: Row, subject: string): boolean {
    const { channel, queue, clock } = this.#deps
    const isTold = this.knows(subject) || this.#last(subject) !== null
    if (isLadder(subject) ? !this.#sees(row) && !isTold : !isWanted(channel, row)) return false
    const signature = this.signature(row, subject)
    if (this.#isHeld(row, subject, signature)) return false
    const last = this.#last(subject)
    const tail = this.tail(subject)
    if (last && signature === tail) return false
    // The gap ended before this channel's waiting time.
    if (last && row.step === 'observation' && signature === OFF && this.#dueMs(last) > clock.now()) {
      this.#supersede(subject, 'not-needed')
      return false
    }
    const { sending } = queue.of(subject)
    const { signature: known, maybe } = this.#sentOf(subject)
    const base = this.#inOrder ? tail : sending ? (sending.passedOn ?? sending.signature) : known
    const isInDoubt = this.#inOrder ? last === null : sending === null
    const from = signature === base && isInDoubt && maybe !== undefined ? maybe : base
    if (signature === from) {
      // The queued message is outdated.
      if (last) this.#supersede(subject, 'superseded')
      return false
    }
    const step = isLadder(subject) ? (stepBetween(row, from, signature) ?? 'other') : row.step
    const event = eventOfStep(step)
    const { events } = isLadder(subject) ? this.#choice(row) : channel
    if (event === null || !events.has(event)) {
      this.#pass(subject, signature)
      return false
    }
    this.#plan(row, subject, signature)
    return true
  }

  /** The channel filters out this step: its receiver counts as informed. */
  #pass(subject: string, signature: string): void {
    if (!this.#inOrder) this.#supersede(subject, 'superseded')
    const last = this.#last(subject)
    if (last) last.passedOn = signature
    else this.#set(subject, { signature })
    if (signature === OFF) this.#repeats.delete(subject)
  }

  /** Removes queued and planned deliveries of a subject. */
  #supersede(subject: string, outcome: 'superseded' | 'not-needed'): void {
    if (this.#lastPlanned.delete(subject)) {
      for (const { alarm, subject: of } of this.#planned.values()) if (of === subject) this.#overtaken.add(alarm.id)
    }
    this.#supersedeWaiting(subject, outcome)
  }

  #supersedeWaiting(subject: string, outcome: 'superseded' | 'not-needed' = 'superseded'): void {
    for (const each of this.#deps.queue.remove(subject)) this.#deps.finished(each, outcome)
  }

  #plan(alarm: Alarm, subject: string | null, signature: string): void {
    const planned = this.#queued(alarm, subject, signature)
    this.#planned.set(alarm.id, planned)
    if (subject !== null) this.#lastPlanned.set(subject, planned)
  }

  #unplan(alarmId: string): Queued | null {
    const planned = this.#planned.get(alarmId)
    if (!planned) return null
    this.#planned.delete(alarmId)
    const { subject } = planned
    if (subject !== null && this.#lastPlanned.get(subject) === planned) this.#lastPlanned.delete(subject)
    return planned
  }

  #queued(alarm: Alarm, subject: string | null, signature: string, over: Partial<Queued> = {}): Queued {
    const nowMs = Math.floor(this.#deps.clock.now())
    const of = { channel: this.#deps.channel.id, alarm, subject, signature }
    return { ...of, attempts: 0, nextMs: nowMs, sinceMs: Math.max(nowMs, Date.parse(alarm.at)), ...over }
  }

  /** Earliest time of sending, Unix ms. */
  #dueMs({ alarm, subject, isRepeat }: Queued): number {
    const { channel } = this.#deps
    if (subject?.startsWith('/') && isRow(alarm) && alarm.from !== null && !alarm.observed.now) {
      return this.#showsLevel(subject) ? 0 : Date.parse(alarm.from) + GAP_SENT_AFTER_MS
    }
    return isRepeat || channel.afterMs === 0 ? 0 : Date.parse(alarm.at) + channel.afterMs
  }

  /** Whether the last message of any place showed a level based on that feed. */
  #showsLevel(feed: string): boolean {
    const ladder = feed === '/reports' ? '/weather' : '/lightning'
    for (const [subject, { signature }] of this.#deps.sent) {
      if (subject !== feed && subject.endsWith(ladder) && signature !== OFF) return true
    }
    return false
  }

  /** Whether an event without a state is outdated. */
  #isDropped(alarm: Alarm): boolean {
    const { channel, isSnoozed, clock } = this.#deps
    if (alarm.stage === 'test' || alarm.stage === 'channel-broken') return false
    return isQuiet(channel, clock.now()) || (alarm.place !== null && isSnoozed(alarm.place.id, null))
  }

  /** Whether a message waits for the end of quiet hours or of a snooze. */
  #isHeld({ place }: Alarm, subject: string, signature: string): boolean {
    const { channel, isSnoozed, clock } = this.#deps
    const headline = isLadder(subject) ? headlineOfSignature(signature).level : null
    if (place && isSnoozed(place.id, headline)) return true
    if (!isQuiet(channel, clock.now())) return false
    const known = subject.startsWith('/') ? this.#deps.sent.values() : [this.#sentOf(subject)]
    const levels = [headline, ...[...known].map(({ signature: sent }) => headlineOfSignature(sent).level)]
    return !levels.some((level) => level !== null && channel.quietBut.includes(level))
  }
}

/** Signature of work stops: different for each stop, change and resumption. */
function signatureOfStops(stops: readonly WorkStop[]): string {
  if (stops.length === 0) return OFF
  const text = JSON.stringify(stops.map(({ id, changes }) => [id, changes.length]))
  return `stops:${createHash('sha256').update(text).digest('base64url').slice(0, SIGNATURE_LETTERS)}`
}
const SIGNATURE_LETTERS = 16

const isLadder = (subject: string) => !subject.startsWith('/') && /\/(lightning|weather)$/.test(subject)
