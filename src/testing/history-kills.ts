import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { strikeIdentity } from '../contract/lightning.ts'
import { seededRandom } from '../core/util/random.ts'
import { recordsSince } from '../server/history/records-since.ts'
import { createSqliteHistory } from '../server/history/sqlite/sqlite-history.ts'
import { createFakeClock } from './fakes/fake-clock.ts'
import { START_MS, temporaryFolder } from './history-kit.ts'
import { strikesOfSecond } from './history-writer-world.ts'

/** A process writes from `first` on, and is killed after the given number of acknowledged seconds and milliseconds. */
async function writeAndKill(file: string, first: number, kill: { afterSeconds: number; andMs: number }) {
  const writer = join(import.meta.dirname, 'history-writer.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', writer, file, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  let due = false
  child.stdout.on('data', (text) => {
    said += text
    if (due || said.split('\n').length <= kill.afterSeconds) return
    due = true
    setTimeout(() => child.kill('SIGKILL'), kill.andMs)
  })
  await new Promise((resolve) => child.once('close', resolve))
  return Number(said.trimEnd().split('\n').at(-1))
}

/**
 * Kills the process of a history repeatedly, at arbitrary moments: acknowledged data are readable and complete
 * afterwards.
 */
export async function expectCompleteAfterKills(kills: number): Promise<void> {
  const file = join(temporaryFolder(), 'history.sqlite')
  const random = seededRandom(kills)
  const startS = START_MS / 1_000
  const acknowledged: number[] = []
  let next = startS
  for (let i = 0; i < kills; i++) {
    const from = next
    const last = await writeAndKill(file, from, {
      afterSeconds: 1 + random() * 250,
      andMs: Math.floor(random() * 40),
    })
    expect(last).toBeGreaterThanOrEqual(from)

    const clock = createFakeClock((last + 1) * 1_000)
    const log = pino({ level: 'silent' })
    const history = createSqliteHistory({ dir: join(file, '..'), name: 'history.sqlite', hours: 24, clock, log })
    expect(await history.status()).toMatchObject({ state: 'ok', notice: null, damagedMinutes: 0 })
    for (let second = from; second <= last; second++) acknowledged.push(second)
    const wanted = acknowledged.slice(-300).flatMap((second) => strikesOfSecond(second).map(strikeIdentity))
    const stored = new Set((await recordsSince(history.strikes, (last - 1_000) * 1_000)).map(strikeIdentity))
    expect(wanted.filter((id) => !stored.has(id))).toEqual([])
    expect(await recordsSince(history.strikes, last * 1_000)).toEqual(
      expect.arrayContaining(strikesOfSecond(last).filter(({ time }) => BigInt(time) >= BigInt(last) * 1_000_000_000n)),
    )
    expect(await history.missing('lightning', from * 1_000, (last + 1) * 1_000)).toEqual([])
    await history.close()
    next = last + 2 // the second that was under way may be stored or not
  }
}
