import { pino } from 'pino'
import { expect, it } from 'vitest'
import { parseInstantMs } from '../contract/time.ts'
import { isGap } from '../core/time/gaps.ts'
import { type Span, Spans } from '../core/time/spans.ts'
import { strikeRecord } from '../testing/fakes/fake-source.ts'
import { temporaryFolder } from '../testing/history-kit.ts'
import { placeOf } from '../testing/watch-kit.ts'
import { closeWorldsAfterEach, gapsOf, MINUTE, runWorld, SECOND } from '../testing/wire/fault-kit.ts'
import type { Viewer } from '../testing/wire/fault-viewer.ts'
import type { FaultWorld } from '../testing/wire/fault-world.ts'
import { readConfig } from './config/config.ts'
import { readStatus } from './http/status.ts'
import { openWatchEngine } from './watch/watch-engine.ts'

closeWorldsAfterEach()

const HOLD_MIN = 10

/** The response of `/api/status`. */
function statusOf({ relay, relayClock }: FaultWorld) {
  const read = readConfig({}, { stormNames: [] })
  if (!read.ok) throw new Error(read.problems.join('; '))
  const { source, server, history } = relay
  const about = { config: read.config, version: '1', startedAtMs: 0, viewers: server.viewers() }
  return readStatus({ source, clock: relayClock, history, ...about })
}

/** Unknown parts of the last five minutes, by the relay's response to a request for strikes. */
async function untoldByRest({ relay }: FaultWorld): Promise<Span[]> {
  const { token } = relay.tokens.issue('lightning', 'who asks')
  const path = `/fast-lightning/rest/strikes?minutes=5&token=${token}`
  const response = await relay.server.app.fetch(new Request(`http://relay.test${path}`))
  const { not_observed = [] } = (await response.json()) as { not_observed?: { from: string; to: string }[] }
  return not_observed.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }))
}

/** The stages that the alarm engine raises over one place. */
async function guardPlace({ relay, relayClock }: FaultWorld): Promise<string[]> {
  const stages: string[] = []
  await openWatchEngine({
    source: relay.source,
    history: relay.history!,
    clock: relayClock,
    nowcast: null,
    publicOrigin: null,
    places: {
      list: () => [placeOf('golf', { ringsKm: [16], holdMin: HOLD_MIN })],
      onChange: () => () => {},
      isAwaited: () => false,
    },
    privateSubjects: {
      subjectsAt: () => [],
      onChange: () => () => {},
      write() {},
    },
    stopsOf: () => [],
    writer: { writeAll: (alarms) => void stages.push(...alarms.map(({ stage }) => stage)) },
    log: pino({ level: 'silent' }),
  })
  return stages
}

/** Parts of a period that count as unobserved for a page's hold timers. */
function untoldByPage({ page, clock }: Viewer, { fromMs, toMs }: Span): readonly Span[] {
  return page.observed.missing(fromMs, toMs, page.heardMs(clock.now())).filter(isGap)
}

it('a second of strikes with invalid times is unobserved on the whole path from the service to a page', async () => {
  const world = await runWorld({ historyDir: temporaryFolder(), delayMs: [1_000, 1_500], viewers: 1 })
  const stages = await guardPlace(world)
  const { source } = world.upstream
  source.sendOdd([
    strikeRecord({ time: BigInt(Math.floor(world.clock.now() - SECOND)) * 1_000_000n, lat: 31, lon: 121 }),
  ])
  await world.pass(2 * SECOND)
  expect(stages).toEqual(['alarm'])

  await world.pass(5 * MINUTE)
  source.spoilsTimes = true
  await world.pass(SECOND)
  source.spoilsTimes = false
  const [spoiled] = source.strikesHad.filter(({ record }) => record.time === 1e21).map(({ record }) => record)
  const struckMs = parseInstantMs(spoiled!.obser_datetime)!
  await world.pass(30 * SECOND)
  await world.openLate()

  const around = { fromMs: struckMs - 20 * SECOND, toMs: struckMs + 20 * SECOND }
  const status = await statusOf(world)
  const tellers: Record<string, readonly Span[]> = {
    source: gapsOf(world.relay.source.gaps(), 'lightning'),
    status: gapsOf(status.gaps, 'lightning'),
    history: await world.relay.history!.missing('lightning', around.fromMs, around.toMs),
    rest: await untoldByRest(world),
    page: untoldByPage(world.viewers[0]!, around),
    'page that comes later': untoldByPage(world.viewers[1]!, around),
  }
  for (const [teller, spans] of Object.entries(tellers)) {
    const untold = new Spans(spans).within(around.fromMs, around.toMs)
    expect(untold, teller).toHaveLength(1)
    expect([untold[0]!.fromMs <= struckMs, untold[0]!.toMs > struckMs], teller).toEqual([true, true])
    expect(untold[0]!.toMs - untold[0]!.fromMs, teller).toBeLessThan(5 * SECOND)
  }
  expect(status.setAside.badRecords).toBeGreaterThan(0)
  expect(status.links.lightning.state).toBe('live')

  await world.pass(HOLD_MIN * MINUTE - 3 * MINUTE)
  expect(stages).toEqual(['alarm'])
  await world.pass(5 * MINUTE)
  expect(stages).toEqual(['alarm', 'quiet'])
})
