import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { temporaryFolder } from '../../../testing/history-kit.ts'
import { createHealth } from './health.ts'

function setUp() {
  const lines: { level: number; msg: string }[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  const clock = createFakeClock()
  const health = createHealth({ log, clock, dir: temporaryFolder() })
  return { clock, health, said: () => lines.splice(0).map(({ level, msg }) => [level, msg]) }
}
const FULL = Object.assign(new Error('full'), { errcode: 13, errstr: 'database or disk is full' })

it('a full disk is one line, however many writes fail and however many pass in between, and one line when it is over', async () => {
  const { clock, health, said } = setUp()
  for (let i = 0; i < 20; i++) {
    health.failed('received data', FULL)
    health.failed('alarms', FULL)
    health.worked('stored data')
    health.worked('alarms')
    await clock.advance(4_000)
    health.worked('received data')
  }
  expect(said()).toEqual([[50, 'history degraded: disk full, buffering in memory: free space in DATA_DIR']])
  expect(health.state().state).toBe('ok')
  await clock.advance(10_000)
  health.worked('received data')
  health.worked('stored data')
  expect(said()).toEqual([[30, 'history writes recovered']])
  health.failed('received data', new Error('disk I/O error'))
  expect(said()).toEqual([[50, 'history degraded: writes failing, buffering in memory']])
})
