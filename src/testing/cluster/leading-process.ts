import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'
import { createFollowedSource } from '../../server/cluster/followed-source.ts'
import type { LeaderWord } from '../../server/cluster/leader-word.ts'
import { createLeading } from '../../server/cluster/leading.ts'
import type { LogEntry } from '../../server/cluster/log-entries.ts'
import type { EventLog } from '../../server/cluster/nats/event-log.ts'
import { readConfig } from '../../server/config.ts'
import { FIRST_REACH_MS } from '../../server/open-source.ts'
import { createNotesInMemory } from '../fakes/forgetful-history.ts'
import { createFakeCell } from './fake-cell.ts'
import { createFakeChannels } from './fake-channel.ts'
import { createFakeEventLog } from './fake-event-log.ts'
import { type createFakeUpstream, FAKE_UPSTREAM_SETTINGS } from './fake-upstream.ts'

const LOG_NAME = 'log'
/** Before that a process does not know. */
const CUT_OFF_AFTER_MS = 1_200

/** What processes share, in memory: each has a way of its own to it, which may be cut. */
export function createSharedEngine() {
  const cells = { leader: createFakeCell(), points: createFakeCell() }
  return {
    cells,
    ...createFakeEventLog(LOG_NAME),
    words: new Set<(word: LeaderWord) => void>(),
    looks: new Set<() => void>(),
    openWay: createFakeChannels(),
    there: new Set<string>(),
  }
}

/** What was told, and in which order: `places` as viewers were told them. */
export interface Heard {
  strikes: StrikeRecord[]
  places: string[]
}

/** A process that may come to lead, with one `upstream` for all of them; without it the simulator is. */
export function createLeadingProcess(
  engine: ReturnType<typeof createSharedEngine>,
  clock: Clock,
  upstream: Pick<ReturnType<typeof createFakeUpstream>, 'environment'> | null = null,
) {
  const log = pino({ level: 'silent' })
  const read = readConfig(upstream ? FAKE_UPSTREAM_SETTINGS : { SIMULATOR_RATE: '5' }, { stormNames: [] })
  if (!read.ok) throw new Error('the settings are not read')
  let [isOut, isLogOut, isUnread] = [false, false, false]
  /** What the log told, as the history of this process has it. */
  const logged: Heard & { coveredMs: number } = { strikes: [], places: [], coveredMs: clock.now() - FIRST_REACH_MS }
  const told: Heard = { strikes: [], places: [] }
  const events = { givenBack: 0, isEngineGone: false, isCutOff: false }
  const cell = (of: keyof typeof engine.cells) => engine.cells[of]()
  const ways = { leader: cell('leader'), points: cell('points'), changes: new Emitter<void>() }
  const unlessOut = <T>(go: () => Promise<T>): Promise<T> => (isOut ? Promise.reject(new Error('out')) : go())
  let [heardNumber, cutMs] = [0, 0] // monotonic
  const missed: [number, LogEntry[], string][] = []

  const followed = createFollowedSource({
    ...{
      clock,
      simulated: true,
      pointsPerDay: 1,
      takenNumber: 0,
      logName: LOG_NAME,
      ask: async () => null,
      opened() {},
    },
    remembered: { ...nothing(), simulated: true, aheadMs: 0 },
    closed: async () => {},
    onGivenBack: () => void events.givenBack++,
  })
  followed.onStrikes((event) => {
    if (event.kind !== 'batch') return
    told.strikes.push(...event.records)
    told.places.push(followed.toldPosition!())
  })
  followed.logged.onStrikes((event) => {
    if (event.kind === 'batch') logged.strikes.push(...event.records)
    if (event.kind === 'observed') logged.coveredMs = event.toMs
  })
  void followed.start()

  const eventLog: EventLog = {
    ...engine.log,
    bounds: () => unlessOut(engine.log.bounds),
    append: (entries, after, id) =>
      isLogOut ? Promise.reject(new Error('out')) : unlessOut(() => engine.log.append(entries, after, id)),
  }
  function readOn(): void {
    while (!(isOut || isUnread) && missed.length > 0) {
      const [number, entries, id] = missed.shift()!
      heardNumber = number
      followed.take(number, entries, id)
    }
  }
  engine.log.read(1, (number, entries, id) => {
    missed.push([number, entries, id])
    readOn()
  })
  const hear = (word: LeaderWord) => {
    if (!isOut) followed.hear(word)
  }
  engine.words.add(hear)
  const way = engine.openWay()
  clock.every(500, () => way.channel('there').say(null))

  const leading = createLeading({
    ...{ config: read.config, log, eventLog, followed, replay: null },
    environment: { clock, random: () => 0.5, ...upstream?.environment } as never,
    history: {
      memory: {
        recall: async () => ({
          ...{ ...nothing(), strikes: logged.strikes, simulated: true, aheadMs: 0 },
          coveredMs: { lightning: logged.coveredMs, metar: clock.now() },
        }),
        learnedSimulated: async () => true,
        learnedAhead: async () => {},
      },
      notes: createNotesInMemory(),
    } as never,
    cells: { leader: ways.leader.cell, points: ways.points.cell },
    bus: {
      say: (word: LeaderWord) => {
        for (const listener of isOut ? [] : engine.words) listener(word)
      },
      beThere(id: string) {
        engine.there.add(id)
        return () => engine.there.delete(id)
      },
      isGone: async () => false,
      channel: way.channel,
      onQuestion: () => () => {},
      async tellFree() {
        for (const look of isOut ? [] : engine.looks) look()
      },
    } as never,
    watch: { begin: async () => {}, end: async () => {}, answer: () => null },
    onStuck() {},
    onWay: (take) => ways.changes.subscribe(take),
    isEngineGone: () => events.isEngineGone,
    isCutOff: () => events.isCutOff && clock.monotonicMs() - cutMs > CUT_OFF_AFTER_MS,
  })
  leading.look()
  engine.looks.add(() => isOut || leading.look())

  return {
    ...{ followed, leading, told, logged, events, id: randomUUID() },
    readNumber: () => heardNumber,
    /** Cuts it off from what is shared; `isGone`: its servers say that they are not there. */
    cut(isGone: boolean) {
      isOut = true
      events.isEngineGone = isGone
      events.isCutOff = true
      cutMs = clock.monotonicMs()
      for (const { faults } of [ways.leader, ways.points, way]) faults.isOut = true
    },
    /** What processes say to each other is heard by it, and by it alone not; nothing else is wrong. */
    deafen(isDeaf: boolean) {
      way.faults.isOut = isDeaf
    },
    /** The servers agree anew on these: nothing of that is written, or read. */
    agreesAnew(on: { lease?: boolean; log?: boolean; reading?: boolean }) {
      for (const { faults } of [ways.leader, ways.points]) faults.isOut = on.lease ?? false
      isLogOut = on.log ?? false
      isUnread = on.reading ?? false
      readOn()
    },
    /** The log takes nothing from it, though all else is there. */
    cutLog(out: boolean) {
      isLogOut = out
    },
    mend() {
      isOut = false
      ways.changes.emit()
      Object.assign(events, { isEngineGone: false, isCutOff: false })
      for (const { faults } of [ways.leader, ways.points, way]) faults.isOut = false
      readOn()
    },
  }
}

const nothing = () => ({
  ...{ strikes: [], reports: [], observed: [], gaps: [] },
  coveredMs: { lightning: null, metar: null },
})
