import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createLog } from '../config/log.ts'
import { createEventLoopMonitor, WARN_EVERY_MS } from './event-loop-monitor.ts'
import { createWorkLabels, labelledClock } from './work-labels.ts'

function setUp() {
  const clock = createFakeClock()
  const turnEnds: (() => void)[] = []
  const labels = createWorkLabels(clock, (run) => void turnEnds.push(run))
  const lines: Record<string, unknown>[] = []
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  let cpuMs = 0
  const monitor = createEventLoopMonitor({ clock, log, labels, cpuMs: () => cpuMs })
  monitor.start()
  return {
    clock,
    labels,
    monitor,
    work(ms: number) {
      cpuMs += ms
      clock.sleep(ms)
    },
    /** The next turn begins, and the timers that are due run. */
    async nextTurn() {
      for (const end of turnEnds.splice(0)) end()
      await clock.advance(0)
    },
    warned: () => lines.splice(0).map(({ level: _, time: __, ...line }) => line),
  }
}

it('warns of a turn that takes too long, with the work that ran', async () => {
  const { clock, labels, monitor, work, nextTurn, warned } = setUp()
  await clock.advance(1_000)
  expect(warned()).toEqual([])

  labels.run('metar', () => work(15_676))
  await nextTurn()
  const [line] = warned()
  expect(line).toMatchObject({ work: 'metar', unwarned: 0, msg: 'event loop blocked' })
  expect(line?.ms).toBeGreaterThan(15_500)
  expect(line?.cpuMs).toBe(15_676)
  expect(monitor.blocked()).toEqual({ metar: 1 })
})

it('warns of no turn that is short, however many there are', async () => {
  const { clock, labels, monitor, work, nextTurn, warned } = setUp()
  for (let i = 0; i < 100; i++) {
    labels.run('lightning', () => work(90))
    await nextTurn()
    await clock.advance(10)
  }
  expect(warned()).toEqual([])
  expect(monitor.blocked()).toEqual({})
})

it('adds up many short calls of one turn', async () => {
  const { labels, work, nextTurn, warned } = setUp()
  for (let i = 0; i < 100; i++) labels.run('client message', () => work(5))
  await nextTurn()
  expect(warned()).toEqual([expect.objectContaining({ work: 'client message' })])
})

it('attributes nested work separately', async () => {
  const { labels, work, nextTurn, monitor } = setUp()
  labels.run('lightning', () => {
    work(20)
    labels.run('history', () => work(600))
    work(20)
  })
  await nextTurn()
  expect(monitor.blocked()).toEqual({ history: 1 })
})

it('keeps the label after an await, until the turn ends', async () => {
  const { labels, work, nextTurn, monitor } = setUp()
  labels.continueAs('fires')
  work(300)
  await nextTurn()
  work(300)
  await nextTurn()
  expect(monitor.blocked()).toEqual({ fires: 1, other: 1 })
})

it('names no work that was but a small part of the block', async () => {
  const { labels, work, nextTurn, monitor } = setUp()
  labels.run('lightning', () => work(100))
  await nextTurn()
  for (let i = 0; i < 3; i++) {
    labels.run(`http ${i}`, () => work(130))
    labels.run('lightning', () => work(10))
  }
  await nextTurn()
  expect(monitor.blocked()).toEqual({ other: 1 })
})

it('attributes work that throws to its label', async () => {
  const { labels, work, nextTurn, monitor } = setUp()
  labels.run('lightning', () => {
    expect(() =>
      labels.run('history', () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    work(400)
  })
  await nextTurn()
  expect(monitor.blocked()).toEqual({ lightning: 1 })
})

it('distinguishes a block by waiting from one by work', async () => {
  const { clock, labels, nextTurn, warned } = setUp()
  labels.run('history', () => clock.sleep(5_000))
  await nextTurn()
  expect(warned()).toEqual([expect.objectContaining({ work: 'history', cpuMs: 0 })])
})

it('limits warnings, and reports the suppressed number', async () => {
  const { clock, labels, monitor, work, nextTurn, warned } = setUp()
  for (let i = 0; i < 4; i++) {
    labels.run('nowcast', () => work(1_000))
    await nextTurn()
  }
  expect(warned()).toHaveLength(1)
  await clock.advance(WARN_EVERY_MS)
  labels.run('nowcast', () => work(1_000))
  await nextTurn()
  expect(warned()).toEqual([expect.objectContaining({ unwarned: 3 })])
  expect(monitor.blocked()).toEqual({ nowcast: 5 })
})

it('labels the callbacks of a clock', async () => {
  const { clock, labels, monitor, work, nextTurn } = setUp()
  const labelled = labelledClock('verification', clock, labels)
  labelled.after(50, () => work(500))
  await clock.advance(50)
  await nextTurn()
  expect(monitor.blocked()).toEqual({ verification: 1 })
  expect(labelled.now()).toBeCloseTo(clock.now(), 0)
})

it('counts nothing from before its start, and stops', async () => {
  const { clock, monitor, labels, work, nextTurn, warned } = setUp()
  monitor.stop()
  expect(clock.pending).toBe(0)
  labels.run('history', () => work(9_000))
  await nextTurn()
  monitor.start()
  await clock.advance(1_000)
  expect(warned()).toEqual([])
})
