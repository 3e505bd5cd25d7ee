import { expect, it, onTestFinished } from 'vitest'
import { API_PATHS } from '../../contract/api-paths.ts'
import { COUNTS_PATH, strikeCountsSchema } from '../../contract/strike-history.ts'
import type { AlarmList } from '../../contract/watch/alarms.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { startCluster } from '../../testing/cluster/cluster-kit.ts'
import { NATS_SERVER } from '../../testing/cluster/nats-server.ts'
import { tellPast } from '../../testing/cluster/told-past.ts'

const MINUTES = 70
const PER_SECOND = 2

it.skipIf(NATS_SERVER === null)(
  'an empty disk gets the past hour from stored minutes and the end of the log, and the alarms, after all were stopped',
  async () => {
    const cluster = await startCluster({ natsServers: 1 })
    onTestFinished(cluster.close)
    const { url: nats } = cluster.nats[0]!
    const told = await tellPast({ url: nats, minutes: MINUTES, perSecond: PER_SECOND, messageMs: 10_000 })
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
    expect(alarms.map(({ id }) => id)).toContain(told.alarm.id)
  },
)
