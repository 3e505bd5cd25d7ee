import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSource } from '../../testing/fakes/fake-source.ts'
import { beginTerm } from './leadership.ts'
import type { LogEntry } from './log-entries.ts'

const REPORT = {
  icao: 'ZSPD',
  raw_metar: 'METAR ZSPD 010800Z 12005MPS CAVOK 28/20 Q1010',
} as FakeSource['reports'][number]

/** A term that begins where the log has these reports already, and the source those. */
async function setUp({ logged, standing }: Record<'logged' | 'standing', FakeSource['reports']>) {
  const written: LogEntry[] = []
  const [followed, own] = [new FakeSource(), new FakeSource()]
  followed.reports = logged
  own.reports = standing
  const clock = createFakeClock()
  const term = beginTerm({
    ...{ id: 'a', clock, log: pino({ level: 'silent' }), isHeld: () => true, onFenced() {}, say() {} },
    eventLog: {
      bounds: async () => ({ first: 1, last: 0 }),
      async append(entries) {
        written.push(...entries)
        return written.length
      },
    },
    followed: { reached: async () => {}, latestReports: (icaos) => followed.latestReports(icaos) },
    openOwn: async () => own,
    isSimulated: () => true,
  })
  await clock.advance(1_000)
  await term.end()
  return written.flatMap((entry) => (entry.of === 'metar' && entry.event.kind === 'reports' ? entry.event.records : []))
}

it('a term begins with the reports that stand, where nobody has been told of any', async () => {
  expect(await setUp({ logged: [], standing: [REPORT] })).toEqual([REPORT])
  expect(await setUp({ logged: [REPORT], standing: [REPORT] })).toEqual([])
  expect(await setUp({ logged: [], standing: [] })).toEqual([])
})
