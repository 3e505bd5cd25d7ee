import { expect, it, onTestFinished } from 'vitest'
import { API_PATHS } from '../../contract/api-paths.ts'
import { COUNTS_PATH, strikeCountsSchema } from '../../contract/strike-history.ts'
import type { Alarm, AlarmList } from '../../contract/watch/alarms.ts'
import { systemClock as clock } from '../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { startCluster } from '../../testing/cluster/cluster-kit.ts'
import { NATS_SERVER } from '../../testing/cluster/nats-server.ts'
import { tellPast } from '../../testing/cluster/told-past.ts'
import { silentLog as log } from '../../testing/fakes/silent-log.ts'
import type { NumberedChange } from '../history/watch-store.ts'
import { connectNats } from './nats/connection.ts'
import { openEventLog } from './nats/event-log.ts'

const MINUTES = 70
const PER_SECOND = 2
const ALARM = { id: 'alarm-1', place: null, stage: 'quiet', at: new Date(clock.now() - MINUTE_MS).toISOString() }

async function leaveAlarm(url: string): Promise<void> {
  const connection = await connectNats({ servers: [url], credentials: null, caFile: null }, clock, log)
  const name = 'brontide-simulated-watch'
  const watchLog = await openEventLog<NumberedChange>({ connection, name, keepMs: HOUR_MS, replicas: 1, clock, log })
  const alarm = { ...ALARM, acknowledged: null, details: {} } as unknown as Alarm
  await watchLog.append([{ added: [{ rev: 1, alarm, channels: [] }], acknowledged: null }], 0, 'a')
  await connection.close()
}

it.skipIf(NATS_SERVER === null)(
  'an empty disk gets the past hour from stored minutes and the end of the log, and the alarms, after all were stopped',
  async () => {
    const cluster = await startCluster({ natsServers: 1 })
    onTestFinished(cluster.close)
    const nats = cluster.nats[0]!
    const told = await tellPast({ url: nats.url, minutes: MINUTES, perSecond: PER_SECOND, messageMs: 10_000 })
    await leaveAlarm(nats.url)
    const member = await cluster.start()
    const url = await member.ready
    const minutes = [...told.counts.keys()]
    const period = `from=${minutes[0]! * MINUTE_MS}&to=${(minutes.at(-1)! + 1) * MINUTE_MS}`
    const ask = (path: string) => cluster.ask(`${url}${path}?${period}`)
    // The upstream sends strikes as well, also late ones: each minute may have more than the test sent.
    const { counts } = strikeCountsSchema.parse(await (await ask(COUNTS_PATH)).json())
    expect(counts.map((count, i) => Math.min(count, told.counts.get(minutes[i]!)!))).toEqual([...told.counts.values()])
    const lines = (await (await ask(API_PATHS.strikes)).text()).split('\n')
    const times = lines.map((line) => /"time":(\d+)/.exec(line)?.[1] ?? '').filter((time) => told.times.has(time))
    expect([times.length, new Set(times).size]).toEqual([MINUTES * 60 * PER_SECOND, MINUTES * 60 * PER_SECOND])
    expect(member.said.err).toMatch(/"messages":102,.*caught up with the log/)
    const { alarms } = (await (await fetch(`${url}${API_PATHS.alarms}`)).json()) as AlarmList
    expect(alarms.map(({ id }) => id)).toContain(ALARM.id)
  },
)
