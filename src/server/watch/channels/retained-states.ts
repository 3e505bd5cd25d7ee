import type { Alarm, Stage } from '../../../contract/watch/alarms.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { GuardState } from '../../../core/watch/lightning-watch.ts'
import type { WatchStore } from '../../history/watch-store.ts'
import { GUARDS } from '../watch-engine.ts'
import type { Message, StateTopics } from './channel.ts'

/** Where lightning stands at a place; the other stages are events that say nothing of that. */
export const STATES: readonly Stage[] = ['approach', 'alert', 'alarm', 'not-watched', 'quiet']
const CALM: Stage = 'quiet'
const LEFT = 'retained/'
/** Messages that are published together. */
const AT_ONCE = 50
const RETRY_MS = 10_000

type PlaceName = Pick<NonNullable<Alarm['place']>, 'id' | 'group'>

/** What was last published under a topic, or may have been. */
interface Left {
  place: PlaceName
  stage: Stage
}

interface RetainedStatesDeps {
  topics: StateTopics
  /** Under it what was published is remembered. */
  key: string
  /** Those of `STATES` that the channel publishes. */
  stages: readonly Stage[]
  store: Pick<WatchStore, 'states' | 'alarms' | 'write'>
  messageOf(alarm: Alarm): Message
  /** Whether a place is guarded, and one of the channel's. */
  isWanted(place: PlaceName): boolean
  /** Whether another channel to the same broker publishes that topic. */
  isKeptElsewhere(topic: string, place: PlaceName): boolean
  clock: Clock
}

/**
 * Keeps the retained messages of a broker equal to what stands at each place. They are facts: they are published whatever is
 * snoozed or quiet, and again after each connection, and are cleared when their place goes, also where it went while no process
 * ran. For that, each topic is written down before it is first used.
 */
export class RetainedStates {
  readonly #deps: RetainedStatesDeps
  /** The latest alarm of each place, by its id. */
  readonly #latest = new Map<string, Alarm>()
  /** By topic. */
  readonly #left = new Map<string, Left>()
  /** Topics that are to be published, or cleared. */
  readonly #due = new Map<string, PlaceName>()
  #publishing = Promise.resolve()
  #isPublishing = false
  #cancelRetry = () => {}
  #isLoaded = false
  #isRetired = false
  #isClosed = false

  constructor(deps: RetainedStatesDeps) {
    this.#deps = deps
    deps.topics.onConnect(() => {
      for (const { place, stage } of this.#latest.values()) if (place && stage !== CALM) this.#mark(place)
      for (const [topic, { place, stage }] of this.#left) if (stage !== CALM) this.#due.set(topic, place)
      this.#publish()
    })
  }

  /** Whether this channel publishes that topic. */
  keeps(topic: string, place: PlaceName): boolean {
    return !this.#isRetired && this.#deps.topics.topicOf(place.id) === topic && this.#deps.isWanted(place)
  }

  /** Takes what was raised, in order. */
  take(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) {
      const { place, stage } = alarm
      if (!place || !this.#deps.stages.includes(stage) || !this.#deps.isWanted(place)) continue
      // An alarm stands until `quiet`, whatever was not observed meanwhile, and is not raised again after a gap.
      if (stage === 'not-watched' && this.#latest.get(place.id)?.stage === 'alarm') continue
      this.#latest.set(place.id, alarm)
      this.#mark(place)
    }
    this.#publish()
  }

  /** Goes by the places that are guarded now: at the start, and after each change of them. */
  async look(): Promise<void> {
    const { store, key } = this.#deps
    if (!this.#isLoaded) {
      for (const [topic, text] of await store.states(LEFT + key)) this.#left.set(topic, JSON.parse(text) as Left)
    }
    const guards = await store.states(GUARDS)
    for (const [id, { place }] of this.#latest) if (!place || !this.#deps.isWanted(place)) this.#latest.delete(id)
    const standing = [...guards].filter(([, text]) => (JSON.parse(text) as GuardState).stage !== 'calm')
    const ids = new Set(standing.map(([id]) => id))
    for (const [topic, { place, stage }] of this.#left) {
      if (!this.keeps(topic, place)) this.#due.set(topic, place)
      else if (stage !== CALM) ids.add(place.id)
    }
    for (const id of ids) if (!this.#latest.has(id) && !this.#isClosed) await this.#recall(id)
    this.#isLoaded = true
    this.#publish()
  }

  /** Clears all that was published; resolves once that is done, or can't be done now. */
  async retire(): Promise<void> {
    this.#isRetired = true
    await this.#publishing
    for (const [topic, { place }] of this.#left) this.#due.set(topic, place)
    this.#publish()
    await this.#publishing
    this.close()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelRetry()
  }

  /** The latest alarm that the log has of a place, where nothing newer has come meanwhile. */
  async #recall(id: string): Promise<void> {
    const { store, stages, isWanted } = this.#deps
    const [standing] = await store.alarms({ placeId: id, stages: ['alarm', 'quiet'], limit: 1 })
    const isAlarm = standing?.alarm.stage === 'alarm'
    const [latest] = isAlarm ? [standing] : await store.alarms({ placeId: id, stages, limit: 1 })
    const place = latest?.alarm.place
    if (!place || !isWanted(place)) return
    if (!this.#latest.has(id)) this.#latest.set(id, latest.alarm)
    this.#mark(place)
  }

  #mark({ id, group }: PlaceName): void {
    this.#due.set(this.#deps.topics.topicOf(id), { id, group })
  }

  #publish(): void {
    if (this.#isPublishing || this.#isClosed || !this.#isLoaded) return
    this.#cancelRetry()
    this.#isPublishing = true
    this.#publishing = this.#publishDue()
  }

  async #publishDue(): Promise<void> {
    let isTaken = true
    while (isTaken && this.#due.size > 0 && !this.#isClosed) {
      const some = [...this.#due].slice(0, AT_ONCE)
      for (const [topic] of some) this.#due.delete(topic)
      isTaken = await this.#publishSome(some)
    }
    this.#isPublishing = false
    if (!isTaken && !this.#isClosed) this.#cancelRetry = this.#deps.clock.after(RETRY_MS, () => this.#publish())
  }

  /** False where some were not taken: they are due again. */
  async #publishSome(some: readonly (readonly [topic: string, place: PlaceName])[]): Promise<boolean> {
    const { topics, messageOf, isKeptElsewhere } = this.#deps
    const out = some.map(([topic, place]) => ({
      topic,
      place,
      alarm: (this.keeps(topic, place) && this.#latest.get(place.id)) || null,
    }))
    const isNew = ({ topic, alarm }: (typeof out)[number]) => alarm && alarm.stage !== this.#left.get(topic)?.stage
    await this.#remember(
      out.filter((each) => isNew(each) && (each.alarm?.stage !== CALM || !this.#left.has(each.topic))),
    )
    const done = await Promise.allSettled(
      out.map(async ({ topic, place, alarm }) => {
        if (alarm) await topics.put(topic, messageOf(alarm))
        else if (this.#left.has(topic) && !isKeptElsewhere(topic, place)) await topics.put(topic, null)
      }),
    )
    const taken = out.filter((_, i) => done[i]!.status === 'fulfilled')
    await this.#remember(taken.filter((each) => isNew(each) || (!each.alarm && this.#left.has(each.topic))))
    const failed = some.filter((_, i) => done[i]!.status === 'rejected')
    for (const [topic, place] of failed) if (!this.#due.has(topic)) this.#due.set(topic, place)
    return failed.length === 0
  }

  async #remember(some: readonly { topic: string; place: PlaceName; alarm: Alarm | null }[]): Promise<void> {
    if (some.length === 0) return
    const states = some.map(({ topic, place: { id, group }, alarm }) => {
      const left = alarm && { place: { id, group }, stage: alarm.stage }
      if (left) this.#left.set(topic, left)
      else this.#left.delete(topic)
      return [LEFT + this.#deps.key + topic, left && JSON.stringify(left)] as const
    })
    await this.#deps.store.write({ states })
  }
}
