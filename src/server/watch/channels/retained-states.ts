import { type Alarm, isRow, type Row, type Stage } from '../../../contract/watch/alarms.ts'
import {
  LADDERS,
  type LadderKind,
  type LevelState,
  type LevelsAnswer,
  type PlaceState,
} from '../../../contract/watch/place-states.ts'
import { subjectOf } from '../../../core/levels/signature.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { WatchStore } from '../../history/watch-store.ts'
import type { Message, StateTopics } from './channel.ts'
import { topicLevel } from './escapes.ts'
import { bodyOf } from './webhook.ts'

/** Rows of versions without levels: lightning states of a place; other stages are events without a state. */
export const STATES: readonly Stage[] = ['approach', 'alert', 'alarm', 'not-watched', 'quiet']
const CALM: Stage = 'quiet'
/** State of each ladder, by place. */
export const LEVELS = 'level/'
const LEFT = 'retained/'
/** Places published concurrently. */
const AT_ONCE = 50
/** Rows of a place searched for the newest of each state. */
const LOOKED_THROUGH = 50
const RETRY_MS = 10_000
/** Slots of a minute: some places are checked in each. */
export const SECONDS = 60

type PlaceName = Pick<NonNullable<Alarm['place']>, 'id' | 'group'>

/** Current states of levels, between two rows. */
export interface LevelSource {
  stateOf(placeId: string, ladder: LadderKind): PlaceState | null
  observed(): LevelsAnswer['observed']
}

/** The last published state of a place, certain or possible. */
interface Left {
  place: PlaceName
  /** `quiet` if nothing remains to be published. */
  stage: Stage
  /** Last topic levels; absent for older versions, which published the state only. */
  topics?: readonly string[]
}

/** The newest rows of a place. */
interface Standing {
  place: PlaceName
  lightning?: Alarm
  weather?: Row
  stops?: Row
}

/** Payloads of a place, by last topic level. */
type Bodies = ReadonlyMap<string, string>

interface RetainedStatesDeps {
  topics: StateTopics
  /** Key for the stored state. */
  key: string
  /** Whether `expected` is published as a stage too: consumers of stages must opt in to forecasts. */
  tellsExpected: boolean
  store: Pick<WatchStore, 'states' | 'alarms' | 'write'>
  messageOf(alarm: Alarm): Message
  /** Whether a place is monitored and selected by the channel. */
  isWanted(place: PlaceName): boolean
  /** Whether another channel to the same broker publishes that topic of that place. */
  isKeptElsewhere(topic: string, place: PlaceName | null): boolean
  levels(): LevelSource | null
  clock: Clock
}

/**
 * Keeps the broker's retained messages equal to the current states. They are facts: published regardless of snoozes and
 * quiet hours, again after each connection, and cleared when their place is removed, even while no process runs.
 * Therefore each topic is stored before its first use.
 */
export class RetainedStates {
  readonly #deps: RetainedStatesDeps
  /** By place id. */
  readonly #standing = new Map<string, Standing>()
  /** By topic of the place. */
  readonly #left = new Map<string, Left>()
  /** Published states, by place id. */
  readonly #told = new Map<string, readonly PlaceState[]>()
  /** Payloads at the broker, by topic of the place: unchanged ones are not published again. */
  readonly #published = new Map<string, Bodies>()
  /** Topics of places to publish or clear. */
  readonly #due = new Map<string, PlaceName>()
  #observed = ''
  #publishing = Promise.resolve()
  #isPublishing = false
  #isObservedDue = true
  #cancelRetry = () => {}
  #isLoaded = false
  /** Whether the engine's levels were compared with the published ones. */
  #hasChecked = false
  #isRetired = false
  #isClosed = false

  constructor(deps: RetainedStatesDeps) {
    this.#deps = deps
    deps.topics.onConnect(() => {
      this.#published.clear()
      this.#isObservedDue = true
      for (const standing of this.#standing.values()) if (stageOf(standing) !== CALM) this.#mark(standing.place)
      for (const [topic, { place, stage }] of this.#left) if (stage !== CALM) this.#due.set(topic, place)
      this.#publish()
    })
  }

  /** Whether this channel publishes under that topic: of a place, or without one. */
  keeps(topic: string, place: PlaceName | null): boolean {
    const { topics, isWanted } = this.#deps
    if (this.#isRetired) return false
    return place === null ? topics.observedTopic === topic : topics.placeTopic(place.id) === topic && isWanted(place)
  }

  /** Applies raised alarms, in order. */
  take(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) {
      if (!alarm.place || !this.#deps.isWanted(alarm.place)) continue
      if (this.#stand(alarm, false)) this.#mark(alarm.place)
    }
    this.#publish()
  }

  /**
   * Once a second publishes whether data arrive and, for some places, each once a minute, whether an earliest end has
   * moved. `second`: of the minute; null if ends are not published.
   */
  look(second: number | null): void {
    const levels = this.#deps.levels()
    if (!levels) return
    const observed = JSON.stringify(levels.observed())
    if (!this.#hasChecked && this.#isLoaded) void this.followPlaces()
    let isNew = observed !== this.#observed
    if (isNew) {
      this.#observed = observed
      this.#isObservedDue = true
    }
    let at = 0
    for (const [id, told] of second === null ? [] : this.#told) {
      if (at++ % SECONDS !== second) continue
      const standing = this.#standing.get(id)
      if (!standing || !told.some((state) => hasMoved(state, this.#stateNow(state)))) continue
      this.#mark(standing.place)
      isNew = true
    }
    if (isNew) this.#publish()
  }

  /** Follows the monitored places: at the start, and after each change. */
  async followPlaces(): Promise<void> {
    const { store, key } = this.#deps
    if (!this.#isLoaded) {
      for (const [topic, text] of await store.states(LEFT + key)) {
        this.#left.set(topic.replace(/\/state$/, ''), JSON.parse(text) as Left)
      }
    }
    const ids = new Set((await store.states(LEVELS)).keys())
    for (const [id, { place }] of this.#standing) if (!this.#deps.isWanted(place)) this.#forget(id)
    for (const [topic, { place, stage }] of this.#left) {
      if (!this.keeps(topic, place)) this.#due.set(topic, place)
      else if (stage !== CALM || this.#hasOtherLevels(place.id, this.#left.get(topic))) ids.add(place.id)
    }
    this.#hasChecked = this.#deps.levels() !== null
    for (const id of ids) if (this.#standing.has(id) && this.#hasChecked) this.#markChanged(id)
    for (const id of ids) if (!this.#standing.has(id) && !this.#isClosed) await this.#recall(id)
    this.#isLoaded = true
    this.#publish()
  }

  /** Whether levels are published that the place's ladders no longer have. */
  #hasOtherLevels(placeId: string, left: Left | undefined): boolean {
    const levels = this.#deps.levels()
    const told = topicsOf(left).filter((name) => name.startsWith(LEVEL_TOPIC))
    if (!levels || told.length === 0) return false
    const states = LADDERS.flatMap((ladder) => levels.stateOf(placeId, ladder) ?? [])
    const names = states.flatMap((state) => state.levels.map(levelTopic))
    return states.length > 0 && told.some((name) => !names.includes(name))
  }

  #markChanged(placeId: string): void {
    const { place } = this.#standing.get(placeId)!
    if (this.#hasOtherLevels(placeId, this.#left.get(this.#deps.topics.placeTopic(placeId)))) this.#mark(place)
  }

  /** Clears all published states; resolves when done, or impossible for now. */
  async retire(): Promise<void> {
    this.#isRetired = true
    await this.#publishing
    for (const [topic, { place }] of this.#left) this.#due.set(topic, place)
    this.#publish()
    await this.#publishing
    const { topics, isKeptElsewhere } = this.#deps
    const { observedTopic } = topics
    const isOurs = this.#observed !== '' && !isKeptElsewhere(observedTopic, null)
    if (isOurs) await topics.put(observedTopic, null).catch(() => {})
    this.close()
  }

  close(): void {
    this.#isClosed = true
    this.#cancelRetry()
  }

  #forget(id: string): void {
    this.#standing.delete(id)
    this.#told.delete(id)
  }

  /** Applies an alarm to the state of its place; `isOld`: newer ones take precedence. */
  #stand(alarm: Alarm, isOld: boolean): boolean {
    const { place } = alarm
    if (!place) return false
    const part = this.#partOf(alarm)
    if (part === null) return false
    const standing = heldOrMade(this.#standing, place.id, (): Standing => ({ place }))
    if (isOld && standing[part] !== undefined) return false
    // In versions without levels an alarm lasted until `quiet`, and was not raised again after a gap.
    if (alarm.stage === 'not-watched' && standing.lightning?.stage === 'alarm') return false
    this.#standing.set(place.id, { ...standing, place, [part]: alarm })
    return true
  }

  #partOf(alarm: Alarm): 'lightning' | 'weather' | 'stops' | null {
    if (!isRow(alarm)) {
      return STATES.includes(alarm.stage) && (alarm.stage !== 'approach' || this.#deps.tellsExpected)
        ? 'lightning'
        : null
    }
    if (alarm.step === 'stop') return 'stops'
    if (alarm.step === 'observation' || subjectOf(alarm) !== null) return alarm.ladder
    return null
  }

  /** Loads the newest rows of a place from the log, unless newer ones arrived meanwhile. */
  async #recall(id: string): Promise<void> {
    const { store, isWanted } = this.#deps
    const rows = await store.alarms({ placeId: id, limit: LOOKED_THROUGH })
    const place = rows[0]?.alarm.place
    if (!place || !isWanted(place)) return
    // The alarm that lasted through a gap, in versions without levels.
    const isGap = rows.find(({ alarm }) => this.#partOf(alarm) === 'lightning')?.alarm.stage === 'not-watched'
    const stood = isGap ? rows.find(({ alarm }) => alarm.stage === 'alarm' || alarm.stage === CALM)?.alarm : undefined
    if (stood?.stage === 'alarm') this.#stand(stood, true)
    for (const { alarm } of rows) this.#stand(alarm, true)
    const left = this.#left.get(this.#deps.topics.placeTopic(id))
    const standing = this.#standing.get(id)
    const isCalm = (left?.stage ?? CALM) === CALM && (!standing || stageOf(standing) === CALM)
    if (!isCalm || this.#hasOtherLevels(id, left)) this.#mark(place)
  }

  #mark({ id, group }: PlaceName): void {
    this.#due.set(this.#deps.topics.placeTopic(id), { id, group })
  }

  #publish(): void {
    if (this.#isPublishing || this.#isClosed || !this.#isLoaded) return
    this.#cancelRetry()
    this.#isPublishing = true
    this.#publishing = this.#publishDue()
  }

  async #publishDue(): Promise<void> {
    let isTaken = await this.#publishObserved()
    while (isTaken && this.#due.size > 0 && !this.#isClosed) {
      const some = [...this.#due].slice(0, AT_ONCE)
      for (const [topic] of some) this.#due.delete(topic)
      isTaken = await this.#publishSome(some)
    }
    this.#isPublishing = false
    if (!isTaken && !this.#isClosed) this.#cancelRetry = this.#deps.clock.after(RETRY_MS, () => this.#publish())
  }

  /** A closing channel neither publishes nor clears: another one may publish the topic. */
  async #publishObserved(): Promise<boolean> {
    const { topics } = this.#deps
    if (!this.#isObservedDue || this.#isRetired || this.#observed === '') return true
    this.#isObservedDue = false
    try {
      await topics.put(topics.observedTopic, this.#observed)
      return true
    } catch {
      this.#isObservedDue = true
      return false
    }
  }

  /** False if some failed: they are due again. */
  async #publishSome(some: readonly (readonly [topic: string, place: PlaceName])[]): Promise<boolean> {
    const out = some.map(([topic, place]) => {
      const standing = this.keeps(topic, place) ? this.#standing.get(place.id) : undefined
      const bodies: Bodies = standing ? this.#bodiesOf(standing) : new Map()
      const stage = standing ? stageOf(standing) : null
      return { topic, place, stage, bodies, left: this.#left.get(topic) }
    })
    // Stored before their first use, together with earlier ones.
    await this.#remember(
      out.flatMap(({ topic, place, stage, bodies, left }) => {
        const topics = [...new Set([...topicsOf(left), ...bodies.keys()])]
        if (stage === null) return []
        const hasMore = topics.length > topicsOf(left).length
        const isNew = stage !== CALM && left?.stage !== stage
        const known = stage === CALM ? (left?.stage ?? CALM) : stage
        return hasMore || isNew ? [{ topic, left: { place, stage: known, topics } }] : []
      }),
    )
    const done = await Promise.allSettled(out.map((each) => this.#putAll(each)))
    const taken = out.filter((_, i) => done[i]!.status === 'fulfilled')
    await this.#remember(
      taken.flatMap(({ topic, place, stage, bodies }): { topic: string; left: Left | null }[] => {
        const left = this.#left.get(topic)
        if (stage === null) return left ? [{ topic, left: null }] : []
        const topics = [...bodies.keys()]
        const isSame = left?.stage === stage && topicsOf(left).join() === topics.join()
        return isSame ? [] : [{ topic, left: { place, stage, topics } }]
      }),
    )
    const failed = some.filter((_, i) => done[i]!.status === 'rejected')
    for (const [topic, place] of failed) {
      this.#published.delete(topic)
      if (!this.#due.has(topic)) this.#due.set(topic, place)
    }
    return failed.length === 0
  }

  /** Publishes payloads that differ from the broker's, and clears obsolete ones. */
  async #putAll(of: { topic: string; place: PlaceName; bodies: Bodies; left: Left | undefined }): Promise<void> {
    const { topics, isKeptElsewhere } = this.#deps
    const { topic, place, bodies, left } = of
    const before = this.#published.get(topic)
    const puts = [...bodies].filter(([name, body]) => before?.get(name) !== body)
    const gone = topicsOf(left).filter((name) => !bodies.has(name))
    const isElsewhere = gone.length > 0 && bodies.size === 0 && isKeptElsewhere(topic, place)
    await Promise.all([
      ...puts.map(([name, body]) => topics.put(`${topic}/${name}`, body)),
      ...(isElsewhere ? [] : gone.map((name) => topics.put(`${topic}/${name}`, null))),
    ])
    if (bodies.size > 0) this.#published.set(topic, bodies)
    else this.#published.delete(topic)
  }

  #bodiesOf({ place, lightning, weather, stops }: Standing): Bodies {
    const { messageOf, tellsExpected } = this.#deps
    const bodies = new Map<string, string>()
    const states = [lightning, weather].flatMap((row) => (row && isRow(row) ? [this.#stateNow(row)] : []))
    this.#told.set(place.id, states)
    if (lightning) {
      const now = isRow(lightning) ? { ...lightning, ...this.#stateNow(lightning) } : lightning
      // Consumers of stages have not opted in to forecasts.
      const told = now.stage === 'approach' && !tellsExpected ? { ...now, stage: CALM } : now
      bodies.set('state', JSON.stringify(bodyOf(told, messageOf(told).text)))
      if (isRow(now)) {
        bodies.set('level', now.level ?? NO_LEVEL)
        for (const level of now.levels) bodies.set(levelTopic(level), JSON.stringify(level))
      }
    }
    if (weather) {
      const state = this.#stateNow(weather)
      bodies.set('weather', JSON.stringify(state))
      for (const level of state.levels) bodies.set(levelTopic(level), JSON.stringify(level))
    }
    if (stops) bodies.set('stops', JSON.stringify(stops.stops))
    return bodies
  }

  /** The current state of a ladder, or the one after its last row. */
  #stateNow(told: PlaceState): PlaceState {
    const { place, ladder, rev, at, incident, level, state, colour, rule, levels, observed, stops } = told
    const now = place && ladder && this.#deps.levels()?.stateOf(place.id, ladder)
    return now || { place, ladder, rev, at, incident, level, state, colour, rule, levels, observed, stops }
  }

  async #remember(some: readonly { topic: string; left: Left | null }[]): Promise<void> {
    if (some.length === 0) return
    const states = some.map(({ topic, left }) => {
      const { place, stage, topics } = left ?? {}
      const kept = left && { place: { id: place!.id, group: place!.group }, stage: stage!, topics: topics! }
      if (kept) this.#left.set(topic, kept)
      else this.#left.delete(topic)
      return [`${LEFT}${this.#deps.key}${topic}/state`, kept && JSON.stringify(kept)] as const
    })
    await this.#deps.store.write({ states })
  }
}

const NO_LEVEL = 'none'
const LEVEL_TOPIC = 'levels/'
const levelTopic = ({ id }: LevelState) => LEVEL_TOPIC + topicLevel(id)

function topicsOf(left: Left | undefined): readonly string[] {
  return left ? (left.topics ?? ['state']) : []
}

/** `quiet` if nothing remains to be published about a place; else the current stage. */
function stageOf({ lightning, weather, stops }: Standing): Stage {
  if (lightning && lightning.stage !== CALM) return lightning.stage
  if (weather && weather.state !== 'off') return weather.stage
  return stops && stops.stops.length > 0 ? 'stop' : CALM
}

/** Whether an end or an expectation moved by a minute, data stopped or resumed, or the levels changed. */
export function hasMoved(
  told: Pick<PlaceState, 'observed' | 'levels'>,
  now: Pick<PlaceState, 'observed' | 'levels'>,
): boolean {
  if (told.observed.now !== now.observed.now || told.levels.length !== now.levels.length) return true
  return now.levels.some(({ id, end, until }, at) => {
    const before = told.levels[at]!
    return before.id !== id || isMoved(before.end, end) || isMoved(before.until, until)
  })
}

function isMoved(told: string | null, now: string | null): boolean {
  if (told === null || now === null) return told !== now
  return Math.abs(Date.parse(now) - Date.parse(told)) >= MINUTE_MS
}
