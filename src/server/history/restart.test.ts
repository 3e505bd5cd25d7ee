import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLocalRateGate } from '../../client/http/local-rate-gate.ts'
import type { Gap } from '../../contract/brontide.ts'
import { strikeIdentity } from '../../contract/lightning.ts'
import { strikeTimeMs } from '../../core/strikes/strike.ts'
import { seededRandom } from '../../core/util/random.ts'
import { createClockDriver } from '../../testing/fakes/clock-driver.ts'
import { temporaryFolder } from '../../testing/history-kit.ts'
import { createUndatedFetch, SIMULATOR_KEY, startSimulator } from '../../testing/simulator-under-test.ts'
import { createNodeEnvironment } from '../node-environment.ts'
import { recordSource } from '../sources/recorder.ts'
import { openUpstreamSource } from '../sources/upstream/open-upstream-source.ts'
import { recordsSince } from './records-since.ts'
import { createSqliteHistory } from './sqlite/sqlite-history.ts'

const SECOND = 1_000
const MINUTE = 60_000

type Simulator = Awaited<ReturnType<typeof startSimulator>>

let simulator: Simulator
let driver: ReturnType<typeof createClockDriver>
let asking: ReturnType<typeof createUndatedFetch>
let running: { stop(): Promise<void> } | null = null
beforeEach(async () => {
  simulator = await startSimulator()
  asking = createUndatedFetch()
  driver = createClockDriver([simulator.world, simulator.clock], asking.isAsked)
})
afterEach(async () => {
  await running?.stop()
  running = null
  await simulator.close()
})

/** A relay over the simulator, and its messages to viewers. */
async function startRelay(dir: string, handedOver?: Parameters<typeof openUpstreamSource>[0]['handedOver']) {
  const log = pino({ level: 'silent' })
  const { world: clock } = simulator
  const history = createSqliteHistory({ dir, name: 'relay.sqlite', hours: 72, clock, log })
  const source = await openUpstreamSource({
    environment: { ...createNodeEnvironment(), clock, random: seededRandom(1), fetch: asking.fetch },
    bases: { standard: simulator.url, special: simulator.url, specialWs: simulator.wsUrl },
    apiKey: SIMULATOR_KEY,
    pointsPerDay: 20_000,
    delivery: 'relay',
    log,
    history,
    handedOver,
  })
  const strikes: string[] = []
  const reports: string[] = []
  const gaps: Gap[] = []
  source.onStrikes((event) => {
    if (event.kind === 'batch') strikes.push(...event.records.map(strikeIdentity))
    if (event.kind === 'gap') gaps.push(event.gap)
  })
  source.onReports((event) => {
    if (event.kind === 'reports') reports.push(...event.records.map(({ icao, raw_metar }) => `${icao} ${raw_metar}`))
  })
  const stopRecording = recordSource({ source, history, clock, log })
  let stopped = false
  const relay = {
    history,
    source,
    strikes,
    reports,
    gaps,
    async live() {
      await driver.during(source.start())
      await driver.until(() => Object.values(source.links()).every(({ state }) => state === 'live'))
    },
    async stop() {
      if (stopped) return
      stopped = true
      await driver.during(source.close())
      await stopRecording()
      await history.close()
    },
  }
  running = relay
  return relay
}

describe('a relay that is started again', () => {
  it('soon has lost and repeated nothing', async () => {
    const dir = temporaryFolder()
    const pushed: string[] = []
    simulator.source.onStrikes((event) => {
      if (event.kind === 'batch') pushed.push(...event.records.map(strikeIdentity))
    })
    const first = await startRelay(dir)
    await first.live()
    const sinceMs = simulator.world.now()
    await driver.pass(8 * SECOND)
    await first.stop()
    await driver.pass(30 * SECOND)

    const second = await startRelay(dir)
    // Before any upstream request: the data of reconnecting viewers are present.
    expect((await second.source.strikes(5)).map(strikeIdentity)).toEqual(
      expect.arrayContaining([...new Set(first.strikes)].slice(-50)),
    )
    expect((await second.source.latestReports('all')).length).toBeGreaterThan(50)
    await second.live()
    await driver.pass(8 * SECOND)

    expect(second.gaps).toEqual([])
    expect(await second.history.gaps()).toEqual([])
    expect(await second.history.missing('lightning', sinceMs, simulator.world.now() - 2 * SECOND)).toEqual([])
    const known = new Set([...first.strikes, ...first.reports])
    expect([...second.strikes, ...second.reports].filter((id) => known.has(id))).toEqual([])
    const stored = await recordsSince(second.history.strikes, 0)
    const ids = new Set(stored.map(strikeIdentity))
    expect(ids.size).toBe(stored.length)
    expect(pushed.length).toBeGreaterThan(500)
    expect(pushed.slice(0, -200).filter((id) => !ids.has(id))).toEqual([])
  })

  it('continues at once if it receives the time, and requests when permitted', async () => {
    const dir = temporaryFolder()
    const first = await startRelay(dir)
    await first.live()
    await first.stop()
    const { world: clock } = simulator
    const gate = createLocalRateGate({ clock })
    await gate.pause(clock.now() + MINUTE)
    const ledger = { read: async () => null, keep: async () => {} }
    const second = await startRelay(dir, { gate, ledger, takeOver: true })
    const untilMs = clock.now() + 5 * SECOND
    void second.source.start()
    await driver.until(() => second.strikes.length > 0)
    expect(clock.now()).toBeLessThan(untilMs)
    expect((await second.source.counters()).rest.total).toBe(0)
  })

  /**
   * One relay is down for a moment, and the next one receives strikes and is stopped before its request for that
   * moment.
   */
  async function stopBeforeItAsks(dir: string): Promise<{ pushed: string[] }> {
    const pushed: string[] = []
    const first = await startRelay(dir)
    await first.live()
    await driver.pass(8 * SECOND)
    simulator.source.onStrikes((event) => {
      if (event.kind === 'batch') pushed.push(...event.records.map(strikeIdentity))
    })
    await first.stop()
    await driver.pass(8 * SECOND)

    const { world: clock } = simulator
    const gate = createLocalRateGate({ clock })
    await gate.pause(clock.now() + 5 * MINUTE)
    const ledger = { read: async () => null, keep: async () => {} }
    const second = await startRelay(dir, { gate, ledger, takeOver: true })
    void second.source.start()
    await driver.until(() => second.strikes.length > 0)
    await driver.pass(70 * SECOND)
    expect((await second.source.counters()).rest.total).toBe(0)
    await second.stop()
    return { pushed }
  }

  it('also requests the time of an intermediate run that stopped before its request', async () => {
    const dir = temporaryFolder()
    const { pushed } = await stopBeforeItAsks(dir)
    const third = await startRelay(dir)
    await third.live()
    await driver.pass(8 * SECOND)
    const ids = new Set((await recordsSince(third.history.strikes, 0)).map(strikeIdentity))
    expect(pushed.length).toBeGreaterThan(100)
    expect(pushed.slice(0, -200).filter((id) => !ids.has(id))).toEqual([])
    expect(await third.history.gaps()).toEqual([])
  })

  it('reports nothing as lost that was received after such a moment, if the upstream no longer has it', async () => {
    const dir = temporaryFolder()
    await stopBeforeItAsks(dir)
    const stoppedMs = simulator.world.now()
    await simulator.world.advance(4.9 * MINUTE)
    const third = await startRelay(dir)
    await third.live()
    await driver.until(() => third.gaps.some(({ feed }) => feed === 'lightning'))
    for (const { feed, from } of third.gaps) {
      if (feed === 'lightning') expect(stoppedMs - Date.parse(from)).toBeLessThan(20 * SECOND)
    }
  })

  it('reports a late gap without the part that the upstream returned', async () => {
    const dir = temporaryFolder()
    const first = await startRelay(dir)
    await first.live()
    await driver.pass(5 * SECOND)
    const downMs = simulator.world.now()
    await first.stop()
    await simulator.world.advance(9 * MINUTE)

    const second = await startRelay(dir)
    const upMs = simulator.world.now()
    const lost = () => second.gaps.filter(({ feed }) => feed === 'lightning')
    const keptBy = async ({ history }: typeof second) =>
      (await history.gaps()).filter(({ feed }) => feed === 'lightning')
    await second.live()
    await driver.until(() => lost().length > 0)
    while ((await keptBy(second)).length === 0) await driver.pass(SECOND)
    const tookMs = simulator.world.now() - upMs
    // In times of strikes, which arrive seconds later.
    const beforeMs = downMs - Date.parse(lost()[0]!.from)
    expect(beforeMs).toBeGreaterThan(5 * SECOND)
    expect(beforeMs).toBeLessThan(20 * SECOND)
    for (const { to } of [lost()[0]!, (await keptBy(second))[0]!]) {
      const lateMs = Date.parse(to) - (upMs - 5 * MINUTE)
      expect(lateMs).toBeGreaterThan(-10 * SECOND)
      expect(lateMs).toBeLessThan(tookMs + 10 * SECOND)
    }
    await driver.pass(5 * SECOND)
    expect(lost()).toHaveLength(1)
    const [stored] = await recordsSince(second.history.strikes, upMs - 5 * MINUTE)
    expect(strikeTimeMs(stored!.time)).toBeLessThan(upMs - 4 * MINUTE + tookMs)
    // And it is known after yet another start.
    const known = await keptBy(second)
    await second.stop()
    const third = await startRelay(dir)
    expect(await keptBy(third)).toEqual(known)
  })

  it('has the points of the day and the list of airports, and that the data is simulated', async () => {
    const dir = temporaryFolder()
    const first = await startRelay(dir)
    await first.live()
    await driver.during(first.source.standard('observationAtPoint', { lat: '31.14', lon: '121.8' }))
    const list = await driver.during(first.source.standard('airports', {}))
    expect([(await first.source.counters()).points.spentToday, first.source.simulated]).toEqual([10, true])
    await first.stop()

    const second = await startRelay(dir)
    expect([(await second.source.counters()).points.spentToday, second.source.simulated]).toEqual([10, true])
    expect((await second.source.standard('airports', {})).body).toEqual(list.body)
    expect((await second.source.counters()).rest.total).toBe(0)
  })
})
