import { pino } from 'pino'
import { afterEach, expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { type ReportRecord, reportIdentity } from '../../contract/metar.ts'
import { withObservedTime } from '../../core/metar/observed-time.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { LIVE } from '../../testing/fakes/fake-source.ts'
import { Activity, countInflating } from '../../testing/wire/activity.ts'
import type { Relay } from '../../testing/wire/fault-relay.ts'
import { createFaultViewer } from '../../testing/wire/fault-viewer.ts'
import { pageIdentity } from '../../testing/wire/scripted-upstream.ts'
import { Wire } from '../../testing/wire/wire.ts'
import { createKeyring } from '../contract/accounts/keyring.ts'
import { RELAY_LIMITS, relayPolicy } from '../contract/accounts/policy.ts'
import { createTokenIssuer } from '../contract/accounts/token-issuer.ts'
import { createContractServer } from '../contract/contract-server.ts'
import type { LeaderMessage } from './leader-message.ts'
import type { LogEntry } from './messages.ts'
import { createSharedSource } from './shared-source.ts'

const SECOND = 1_000
const log = pino({ level: 'silent' })
const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

/** Two processes that follow one log, which brings a strike and a report each second; screens come to either by a proxy. */
function createTwoProcesses() {
  const activity = new Activity()
  const clock = createFakeClock(undefined, activity.rest)
  closes.push(countInflating(activity))
  const tokens = createTokenIssuer({ secret: 'the secret of both', clock })
  const keyring = createKeyring({ keys: new Map(), tokens, limits: RELAY_LIMITS })
  const messages: LogEntry[][] = []
  const sent = { strikes: [] as StrikeRecord[], reports: [] as ReportRecord[] }
  const lines = { lightning: LIVE, metar: LIVE }

  function createProcess() {
    const nothing = { strikes: [], reports: [], observed: [], gaps: [], coveredMs: { lightning: null, metar: null } }
    const source = createSharedSource({
      clock,
      simulated: true,
      pointsPerDay: 1,
      readNumber: 0,
      logName: 'log',
      ask: async () => null,
      opened() {},
      remembered: { ...nothing, simulated: true, aheadMs: 0 },
      closed: async () => {},
    })
    const server = createContractServer({ source, clock, policy: relayPolicy(keyring), log })
    void source.start()
    const process = {
      server,
      /** Whether the log reaches it. */
      reads: true,
      /** Whether the live subject reaches it; null without messages on it. */
      hears: null as boolean | null,
      hear(records: StrikeRecord[]) {
        if (process.hears ?? process.reads)
          source.deliver({ isLive: true, records: process.hears === null ? [] : records })
      },
      read() {
        if (!process.reads) return
        const number = messages.length
        const message = { token: 1, holder: 'a', term: 0, number, logName: 'log', links: lines, nowMs: clock.now() }
        source.hear(message as unknown as LeaderMessage)
        for (let next = source.log.readNumber() + 1; next <= number; next++) source.read(next, messages[next - 1]!)
      },
    }
    return process
  }
  const processes = [createProcess(), createProcess()] as const

  let tick = 0
  clock.every(SECOND, () => {
    tick++
    const toMs = clock.now()
    const time = BigInt(Math.round(toMs - 4_000)) * 1_000_000n
    const strike = { time, lat: 30, lon: 100 + tick / 100, arrived_at: new Date(toMs).toISOString() } as StrikeRecord
    const icao = `Z${String(tick).padStart(3, '0')}`
    const sentRecord = { icao, raw_metar: `METAR ${icao} 010000Z 36004MPS CAVOK 20/10 Q1013` } as ReportRecord
    const report = withObservedTime(sentRecord, clock.now())
    sent.strikes.push(strike)
    sent.reports.push(report)
    messages.push([
      { of: 'lightning', event: { kind: 'batch', records: [strike] } },
      { of: 'lightning', event: { kind: 'observed', fromMs: toMs - SECOND, toMs } },
      { of: 'metar', event: { kind: 'reports', records: [report] } },
    ])
    for (const process of processes) {
      process.hear([strike])
      process.read()
    }
  })

  /** To which process sockets and questions go. */
  const goTo = { sockets: processes[0], questions: processes[0] }
  const sockets = new Wire({ clock, activity, server: () => goTo.sockets.server })
  const questions = new Wire({ clock, activity, server: () => goTo.questions.server })
  const asked: string[] = []
  const fetch: Wire['fetch'] = (url, init) => {
    asked.push(url)
    return questions.fetch(url, init)
  }
  const wire = { openSocket: sockets.openSocket, fetch } as Wire
  const screen = createFaultViewer({ clock, wire, relay: () => ({ tokens }) as Relay, name: 'a screen' })
  closes.push(screen.close)
  return { clock, processes, goTo, sockets, questions: { asked }, screen, sent }
}

it('a screen that moves gets missed strikes by its socket, without requests', async () => {
  const { clock, processes, goTo, sockets, questions, screen, sent } = createTwoProcesses()
  const [here, there] = processes
  await clock.advance(3_300)
  screen.start()
  await clock.advance(20_000)
  const lightning = () => questions.asked.filter((path) => path.includes('fast-lightning')).length
  const askedBefore = lightning()
  expect(askedBefore).toBeGreaterThan(0)

  // Two ways: to one who is ahead, and back to one who is behind and catches up.
  here.reads = false
  await clock.advance(4_000)
  goTo.sockets = there
  sockets.cut()
  await clock.advance(3_000)
  expect(screen.states().strikes).toBe('live')
  goTo.sockets = here
  sockets.cut()
  await clock.advance(3_000)
  here.reads = true
  await clock.advance(5_000)

  const { seen, gaps } = screen.had.strikes
  expect(sent.strikes.filter((strike) => !seen.has(pageIdentity(strike)))).toEqual([])
  expect(gaps).toEqual([])
  expect(lightning()).toBe(askedBefore)
  expect(screen.page.observed.missing(clock.now() - 25_000, clock.now() - 2_000, clock.now())).toEqual([])
})

it('requests missed strikes after lost messages', async () => {
  const { clock, processes, goTo, sockets, screen, sent } = createTwoProcesses()
  const [here, there] = processes
  await clock.advance(3_300)
  screen.start()
  await clock.advance(20_000)
  here.reads = false
  await clock.advance(70_000)
  goTo.sockets = there
  goTo.questions = there
  sockets.cut()
  // It is subscribed, and the line breaks before anything follows.
  for (let left = 3_000; left > 0 && sockets.open.length < 2; left -= 10) await clock.advance(10)
  for (const { toClient } of sockets.open) toClient.mangleNext = () => null
  await clock.advance(60)
  sockets.cut()
  await clock.advance(30_000)
  expect(sent.strikes.filter((strike) => !screen.had.strikes.seen.has(pageIdentity(strike)))).toEqual([])
  expect(screen.had.strikes.gaps).toEqual([])
})

it('a new screen lacks nothing after responses of a process that is behind', async () => {
  const { clock, processes, goTo, screen, sent } = createTwoProcesses()
  const [cutOff, other] = processes
  await clock.advance(20_300)
  cutOff.reads = false
  await clock.advance(3_000)
  goTo.sockets = other
  screen.start()
  await clock.advance(8_000)
  expect(screen.states()).toEqual({ strikes: 'live', reports: 'live' })
  cutOff.reads = true
  cutOff.read()
  await clock.advance(20_000)

  const { strikes, reports } = screen.had
  expect(sent.strikes.filter((strike) => !strikes.seen.has(pageIdentity(strike)))).toEqual([])
  expect(sent.reports.filter((report) => !reports.seen.has(reportIdentity(report)))).toEqual([])
  for (const times of [...strikes.seen.values(), ...reports.seen.values()]) expect(times).toBe(1)
  expect([...strikes.gaps, ...reports.gaps]).toEqual([])
})

it('a screen that leaves a process before it is complete resumes at no position of it', async () => {
  const { clock, processes, goTo, sockets, screen, sent } = createTwoProcesses()
  const [behind, ahead] = processes
  await clock.advance(20_300)
  behind.reads = false
  await clock.advance(3_000)
  // The responses lack the latest strikes, so that it is not complete, and the socket has positions.
  goTo.sockets = ahead
  screen.start()
  await clock.advance(3_000)
  // Complete up to the position of the process that is behind, which sends nothing.
  goTo.sockets = behind
  sockets.cut()
  await clock.advance(3_000)
  goTo.sockets = ahead
  goTo.questions = ahead
  sockets.cut()
  await clock.advance(20_000)
  const { seen, gaps } = screen.had.strikes
  expect(sent.strikes.filter((strike) => !seen.has(pageIdentity(strike)))).toEqual([])
  expect(gaps).toEqual([])
})

it('a screen that moves between processes without the log has every strike, without requests', async () => {
  const { clock, processes, goTo, sockets, questions, screen, sent } = createTwoProcesses()
  const [here, there] = processes
  for (const process of processes) process.hears = true
  await clock.advance(3_300)
  screen.start()
  await clock.advance(20_000)
  const lightning = () => questions.asked.filter((path) => path.includes('fast-lightning')).length
  const askedBefore = lightning()
  // Batches that are not in the log have no position.
  for (const process of processes) process.reads = false
  await clock.advance(10_000)
  for (const to of [there, here, there]) {
    goTo.sockets = to
    sockets.cut()
    await clock.advance(4_000)
  }
  for (const process of processes) process.reads = true
  await clock.advance(5_000)
  const { seen, gaps } = screen.had.strikes
  expect(sent.strikes.filter((strike) => !seen.has(pageIdentity(strike)))).toEqual([])
  expect([gaps, lightning()]).toEqual([[], askedBefore])
})
