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

/** Of rows from before levels: where lightning stands at a place; the other stages are events that say nothing of that. */
export const STATES: readonly Stage[] = ['approach', 'alert', 'alarm', 'not-watched', 'quiet']
const CALM: Stage = 'quiet'
/** Where each ladder stands, by place. */
export const LEVELS = 'level/'
const LEFT = 'retained/'
/** Places of which messages are published together. */
const AT_ONCE = 50
/** Rows of a place that are looked through for the newest of each of its states. */
const LOOKED_THROUGH = 50
const RETRY_MS = 10_000
/** Parts of a minute: in each some places are looked at. */
export const SECONDS = 60

type PlaceName = Pick<NonNullable<Alarm['place']>, 'id' | 'group'>

/** The states of levels as they are now, between two rows. */
export interface LevelSource {
  stateOf(placeId: string, ladder: LadderKind): PlaceState | null
  observed(): LevelsAnswer['observed']
}

/** What was last published of a place, or may have been. */
interface Left {
  place: PlaceName
  /** `quiet` where nothing is left to tell. */
  stage: Stage
  /** The last parts of its topics; of an older version the state alone. */
  topics?: readonly string[]
}

/** The newest rows of a place. */
interface Standing {
  place: PlaceName
  lightning?: Alarm
  weather?: Row
  stops?: Row
}

/** What is published of a place, by the last part of the topic. */
type Bodies = ReadonlyMap<string, string>

interface RetainedStatesDeps {
  topics: StateTopics
  /** Under it what was published is remembered. */
  key: string
  /** Whether `expected` shows as a stage, too: those who read stages alone have to ask for forecasts. */
  tellsExpected: boolean
  store: Pick<WatchStore, 'states' | 'alarms' | 'write'>
  messageOf(alarm: Alarm): Message
  /** Whether a place is guarded, and one of the channel's. */
  isWanted(place: PlaceName): boolean
  /** Whether another channel to the same broker publishes of that place under that topic. */
  isKeptElsewhere(topic: string, place: PlaceName | null): boolean
  levels(): LevelSource | null
  clock: Clock
}

/**
 * Keeps the retained messages of a broker equal to what stands at each place. They are facts: they are published whatever is
 * snoozed or quiet, and again after each connection, and are cleared when their place goes, also where it went while no process
 * ran. For that, each topic is written down before it is first used.
 */
export class RetainedStates {
  readonly #deps: RetainedStatesDeps
  /** By the id of the place. */
  readonly #standing = new Map<string, Standing>()
  /** By the topic of the place. */
  readonly #left = new Map<string, Left>()
  /** States that were published, by the id of the place. */
  readonly #told = new Map<string, readonly PlaceState[]>()
  /** What the broker has, by the topic of the place: what stays as it is, is not published again. */
  readonly #published = new Map<string, Bodies>()
  /** Topics of places that are to be published, or cleared. */
  readonly #due = new Map<string, PlaceName>()
  #observed = ''
  #publishing = Promise.resolve()
  #isPublishing = false
  #isObservedDue = true
  #cancelRetry = () => {}
  #isLoaded = false
  /** Whether the levels of the engine were compared with those that are published. */
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

  /** Whether this channel publishes under that topic: of a place, or of none. */
  keeps(topic: string, place: PlaceName | null): boolean {
    const { topics, isWanted } = this.#deps
    if (this.#isRetired) return false
    return place === null ? topics.observedTopic === topic : topics.placeTopic(place.id) === topic && isWanted(place)
  }

  /** Takes what was raised, in order. */
  take(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) {
      if (!alarm.place || !this.#deps.isWanted(alarm.place)) continue
      if (this.#stand(alarm, false)) this.#mark(alarm.place)
    }
    this.#publish()
  }

  /**
   * Looks once a second whether data arrive, and of some places, each once a minute, whether an end moved since it was published.
   * `second`: of the minute; null where ends are not told.
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

  /** Goes by the places that are guarded now: at the start, and after each change of them. */
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

  /** Whether levels are published that the ladders of a place have no more. */
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

  /** Clears all that was published; resolves once that is done, or can't be done now. */
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

  /** Whether an alarm says how things stand at its place; `isOld`: it gives way to what came meanwhile. */
  #stand(alarm: Alarm, isOld: boolean): boolean {
    const { place } = alarm
    if (!place) return false
    const part = this.#partOf(alarm)
    if (part === null) return false
    const standing = heldOrMade(this.#standing, place.id, (): Standing => ({ place }))
    if (isOld && standing[part] !== undefined) return false
    // Before levels an alarm stood until `quiet`, whatever was not observed meanwhile, and was not raised again after a gap.
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

  /** The newest rows that the log has of a place, where nothing newer has come meanwhile. */
  async #recall(id: string): Promise<void> {
    const { store, isWanted } = this.#deps
    const rows = await store.alarms({ placeId: id, limit: LOOKED_THROUGH })
    const place = rows[0]?.alarm.place
    if (!place || !isWanted(place)) return
    // The alarm that stood through a gap, before levels.
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

  /** Of a channel that goes nothing is published, and nothing cleared: another may tell it. */
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

  /** False where some were not taken: they are due again. */
  async #publishSome(some: readonly (readonly [topic: string, place: PlaceName])[]): Promise<boolean> {
    const out = some.map(([topic, place]) => {
      const standing = this.keeps(topic, place) ? this.#standing.get(place.id) : undefined
      const bodies: Bodies = standing ? this.#bodiesOf(standing) : new Map()
      const stage = standing ? stageOf(standing) : null
      return { topic, place, stage, bodies, left: this.#left.get(topic) }
    })
    // Before they are used, with those that were used before.
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

  /** Publishes what differs from what the broker has, and clears what is not there any more. */
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
      // Who goes by stages alone has not asked for forecasts.
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

  /** A ladder as it is now, or was after its last row. */
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

/** `quiet` where nothing is left to tell of a place; else what says that there is. */
function stageOf({ lightning, weather, stops }: Standing): Stage {
  if (lightning && lightning.stage !== CALM) return lightning.stage
  if (weather && weather.state !== 'off') return weather.stage
  return stops && stops.stops.length > 0 ? 'stop' : CALM
}

/** Whether an end moved by a minute, data stopped or came back, or the ladder has other levels. */
export function hasMoved(
  told: Pick<PlaceState, 'observed' | 'levels'>,
  now: Pick<PlaceState, 'observed' | 'levels'>,
): boolean {
  if (told.observed.now !== now.observed.now || told.levels.length !== now.levels.length) return true
  return now.levels.some(({ id, end }, at) => {
    const before = told.levels[at]!
    if (before.id !== id) return true
    if (end === null || before.end === null) return end !== before.end
    return Math.abs(Date.parse(end) - Date.parse(before.end)) >= MINUTE_MS
  })
}
