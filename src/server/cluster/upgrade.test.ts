import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { API_PATHS } from '../../contract/api-paths.ts'
import type { Alarm, AlarmList } from '../../contract/watch/alarms.ts'
import { systemClock } from '../../core/time/clock.ts'
import { DAY_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { startCluster } from '../../testing/cluster/cluster-kit.ts'
import { NATS_SERVER } from '../../testing/cluster/nats-server.ts'
import { strikeAt } from '../../testing/history-kit.ts'
import type { NumberedChange } from '../history/watch-store.ts'
import { type LogEntry, pack } from './messages.ts'
import { connectNats } from './nats/connection.ts'

const POINTS = 1_230
const ALARM: Alarm = {
  id: 'alarm-1',
  place: null,
  stage: 'quiet',
  at: new Date(systemClock.now() - MINUTE_MS).toISOString(),
  struckAt: null,
  distanceKm: null,
  arrival: null,
  watched: null,
  simulated: true,
  details: {},
  link: null,
  acknowledged: null,
}

/** Streams in NATS after processes of a build without a second line were stopped. */
async function leaveOldState(url: string, name: string) {
  const log = pino({ level: 'silent' })
  const connection = await connectNats({ servers: [url], credentials: null, caFile: null }, systemClock, log)
  const js = jetstream(connection)
  const jsm = await jetstreamManager(connection)
  const strike = strikeAt(systemClock.now() - 2 * MINUTE_MS)
  const fromMs = systemClock.now() - 3 * MINUTE_MS
  const entries: LogEntry[] = [
    { of: 'lightning', event: { kind: 'batch', records: [strike] } },
    { of: 'lightning', event: { kind: 'observed', fromMs, toMs: systemClock.now() - MINUTE_MS } },
  ]
  const change: NumberedChange = { added: [{ rev: 1, alarm: ALARM, channels: [] }], acknowledged: null }
  for (const [stream, cell] of [
    [`${name}-leader`, { holder: 'a process that is gone', forMs: 1_750, asksForMs: 550 }],
    [`${name}-points`, { day: Math.floor(systemClock.now() / DAY_MS), points: POINTS, by: ['gone/1'] }],
  ] as const) {
    await jsm.streams.add({ name: stream, subjects: [stream], max_msgs: 1 })
    await js.publish(stream, JSON.stringify(cell))
  }
  for (const stream of [name, `${name}-watch`]) await jsm.streams.add({ name: stream, subjects: [stream] })
  await js.publish(name, pack([{ of: 'term', holder: 'a process that is gone' }]), { msgID: 'a' })
  await js.publish(name, pack(entries), { msgID: 'b' })
  await js.publish(`${name}-watch`, pack([change]), { msgID: 'c' })
  await connection.close()
  return { strike }
}

describe.skipIf(NATS_SERVER === null)('an upgrade', () => {
  it('from a build without a second line, by stopping and starting all: history, alarms and points come along', async () => {
    const cluster = await startCluster({ natsServers: 1, rate: 20 })
    onTestFinished(cluster.close)
    const { strike } = await leaveOldState(cluster.nats[0]!.url, cluster.natsName)
    const members = [await cluster.start(), await cluster.start()]
    const [url] = await Promise.all(members.map(({ ready }) => ready))
    await Promise.any(members.map((member) => member.heard(/"role":"leader".*"lease gained"/, 'err')))

    const { alarms } = (await (await fetch(`${url}${API_PATHS.alarms}`)).json()) as AlarmList
    expect(alarms.map(({ id }) => id)).toContain(ALARM.id)
    const status = async () => (await (await fetch(`${url}/api/status`)).json()).points.spentToday as number
    await expect.poll(status).toBeGreaterThanOrEqual(POINTS)
    const viewer = await cluster.viewer(url!, String(BigInt(strike.time) - 1n))
    await viewer.until(() => [...viewer.strikes.keys()].some((digits) => digits.startsWith(`${strike.time} `)))
    viewer.close()
  })
})
