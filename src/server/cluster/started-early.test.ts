import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NATS_SERVER, startNatsServers } from '../../testing/cluster/nats-server.ts'
import { startServerProcess, temporaryRoot } from '../../testing/server-process.ts'

/** A Brontide whose servers are those. */
function begin(urls: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'brontide-early-'))
  const root = temporaryRoot()
  const started = startServerProcess(root, {
    NATS_URL: urls.join(),
    TOKEN_SECRET: 'the same for each of those that share',
    DATA_DIR: join(folder, 'data'),
  })
  onTestFinished(async () => {
    started.kill('SIGKILL')
    await started.ended
    for (const each of [folder, root]) rmSync(each, { recursive: true, force: true })
  })
  return started
}

describe.skipIf(NATS_SERVER === null)('a process that is there before NATS is', () => {
  it('waits for its server, says so once, and begins when that is there', async () => {
    const [nats] = await startNatsServers(1)
    onTestFinished(() => nats!.remove())
    await nats!.stop()
    const early = begin([nats!.url])
    await early.heard(/no NATS server answers/, 'err')
    await nats!.start()
    await early.ready
    expect(early.said.err.match(/no NATS server answers/g)).toHaveLength(1)
  })

  it('waits for servers that have not agreed yet', async () => {
    const nats = await startNatsServers(3)
    onTestFinished(async () => void (await Promise.all(nats.map((server) => server.remove()))))
    for (const server of nats) await server.stop()
    await nats[0]!.start()
    const early = begin(nats.map(({ url }) => url))
    await early.heard(/do not agree yet/, 'err')
    await Promise.all(nats.slice(1).map((server) => server.start()))
    await early.ready
  })

  it('ends at once when it is asked to, and when whoever started it is gone', async () => {
    const waiting = [begin(['nats://127.0.0.1:9']), begin(['nats://127.0.0.1:9'])] as const
    await Promise.all(waiting.map((each) => each.heard(/no NATS server answers/, 'err')))
    waiting[0].kill('SIGTERM')
    waiting[1].disconnect()
    expect(await Promise.all(waiting.map(({ ended }) => ended))).toEqual([0, 0])
  })
})
