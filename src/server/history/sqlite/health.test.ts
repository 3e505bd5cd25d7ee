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
    health.failed('what comes', FULL)
    health.failed('what is raised', FULL)
    health.worked('what is stored')
    health.worked('what is raised')
    await clock.advance(4_000)
    health.worked('what comes')
  }
  expect(said()).toEqual([[50, 'history degraded: disk full, new data waits in memory: free space in DATA_DIR']])
  expect(health.state().state).toBe('ok')
  await clock.advance(10_000)
  health.worked('what comes')
  health.worked('what is stored')
  expect(said()).toEqual([[30, 'history written again']])
  health.failed('what comes', new Error('disk I/O error'))
  expect(said()).toEqual([[50, 'history degraded: writes fail, new data waits in memory']])
})
