import { expect, it, onTestFinished } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { batchEntry, observedEntry, openSharedSource } from '../../testing/cluster/shared-source-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { LIVE, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { silentLog } from '../../testing/fakes/silent-log.ts'
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

const SECOND = 1_000

/** Two processes that follow one log, which brings a strike each second, and a screen that comes to either by a proxy. */
function setUp() {
  const activity = new Activity()
  const clock = createFakeClock(undefined, activity.rest)
  onTestFinished(countInflating(activity))
  const tokens = createTokenIssuer({ secret: 'the secret of both', clock })
  const policy = relayPolicy(createKeyring({ keys: new Map(), tokens, limits: RELAY_LIMITS }))
  const messages: LogEntry[][] = []
  const sent: StrikeRecord[] = []

  const createProcess = () => {
    const source = openSharedSource(clock)
    const server = createContractServer({ source, clock, policy, log: silentLog })
    return { source, server, reads: true, hears: true }
  }
  const processes = [createProcess(), createProcess()] as const

  clock.every(SECOND, () => {
    const toMs = clock.now()
    const time = BigInt(Math.round(toMs - 4 * SECOND)) * 1_000_000n
    const strike = strikeRecord({ time, lon: 100 + sent.length / 100, arrived_at: new Date(toMs).toISOString() })
    sent.push(strike)
    messages.push([batchEntry(strike), observedEntry(toMs - SECOND, toMs)])
    for (const { source, reads, hears } of processes) {
      if (hears) source.deliver({ isLive: true, records: [strike] })
      if (!reads) continue
      const number = messages.length
      const links = { lightning: LIVE, metar: LIVE }
      source.hear({ token: 1, holder: 'a', term: 0, number, logName: 'log', links, nowMs: toMs } as LeaderMessage)
      for (let next = source.log.readNumber() + 1; next <= number; next++) source.read(next, messages[next - 1]!)
    }
  })

  let [at] = processes
  const wire = new Wire({ clock, activity, server: () => at.server })
  const asked: string[] = []
  const fetch: Wire['fetch'] = (url, init) => {
    if (url.includes('fast-lightning')) asked.push(url)
    return wire.fetch(url, init)
  }
  const screen = createFaultViewer({
    clock,
    wire: { openSocket: wire.openSocket, fetch } as Wire,
    relay: () => ({ tokens }) as Relay,
    name: 'a screen',
  })
  onTestFinished(screen.close)
  return {
    clock,
    processes,
    screen,
    sent,
    asked,
    async moveTo(process: (typeof processes)[number]) {
      at = process
      wire.cut()
      await clock.advance(3 * SECOND)
    },
  }
}

it('a screen that moves between processes, one of them behind or both without the log, has every strike, without requests', async () => {
  const { clock, processes, screen, sent, asked, moveTo } = setUp()
  const [here, there] = processes
  await clock.advance(3_300)
  screen.start()
  await clock.advance(20 * SECOND)
  const askedBefore = asked.length
  expect(askedBefore).toBeGreaterThan(0)

  here.reads = here.hears = false
  await clock.advance(4 * SECOND)
  await moveTo(there)
  expect(screen.states().strikes).toBe('live')
  await moveTo(here)
  here.reads = here.hears = true
  await clock.advance(5 * SECOND)

  // Batches that are not in the log have no position.
  for (const process of processes) process.reads = false
  await clock.advance(10 * SECOND)
  for (const to of [there, here, there]) await moveTo(to)
  for (const process of processes) process.reads = true
  await clock.advance(5 * SECOND)

  const { seen, gaps } = screen.had.strikes
  expect(sent.filter((strike) => !seen.has(pageIdentity(strike)))).toEqual([])
  expect([gaps, asked.length]).toEqual([[], askedBefore])
  expect(screen.page.observed.missing(clock.now() - 40_000, clock.now() - 2_000, clock.now())).toEqual([])
})
