import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { API_PATHS } from '../../contract/api-paths.ts'
import { COUNTS_PATH, strikeCountsSchema } from '../../contract/strike-history.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { NATS_SERVER, startNatsServers } from '../../testing/cluster/nats-server.ts'
import { tellPast } from '../../testing/cluster/told-past.ts'
import { startServerProcess, temporaryRoot } from '../../testing/server-process.ts'

const MINUTES = 70
const PER_SECOND = 2
const VIEWER_KEY = 'sk-of-a-viewer'

describe.skipIf(NATS_SERVER === null)('a process with an empty disk', () => {
  it('serves the hour before its start from stored minutes, and reads the end of the log alone', async () => {
    const [nats] = await startNatsServers(1)
    onTestFinished(() => nats!.remove())
    const told = await tellPast({ url: nats!.url, minutes: MINUTES, perSecond: PER_SECOND, messageMs: 10_000 })
    const folder = mkdtempSync(join(tmpdir(), 'brontide-empty-'))
    const root = temporaryRoot()
    const keys = join(folder, 'keys')
    writeFileSync(keys, `viewer: ${VIEWER_KEY}\n`, { mode: 0o600 })
    onTestFinished(() => {
      for (const each of [folder, root]) rmSync(each, { recursive: true, force: true })
    })
    const member = startServerProcess(root, {
      NATS_URL: nats!.url,
      TOKEN_SECRET: 'the same for each of those that share',
      DATA_DIR: join(folder, 'data'),
      RELAY_KEYS_FILE: keys,
    })
    onTestFinished(async () => {
      member.kill('SIGKILL')
      await member.ended
    })
    const url = await member.ready
    const minutes = [...told.counts.keys()]
    const period = `from=${minutes[0]! * MINUTE_MS}&to=${(minutes.at(-1)! + 1) * MINUTE_MS}`
    const ask = (path: string) =>
      fetch(`${url}${path}?${period}`, { headers: { authorization: `Bearer ${VIEWER_KEY}` } })
    // The upstream sends strikes as well, also late ones: each minute may have more than the test sent.
    const { counts } = strikeCountsSchema.parse(await (await ask(COUNTS_PATH)).json())
    expect(counts.map((count, i) => Math.min(count, told.counts.get(minutes[i]!)!))).toEqual([...told.counts.values()])
    const lines = (await (await ask(API_PATHS.strikes)).text()).split('\n')
    const times = lines.map((line) => /"time":(\d+)/.exec(line)?.[1] ?? '').filter((time) => told.times.has(time))
    expect([times.length, new Set(times).size]).toEqual([MINUTES * 60 * PER_SECOND, MINUTES * 60 * PER_SECOND])
    expect(member.said.err).toMatch(/"messages":102,.*caught up with the log/)
  })
})
