import { afterEach, expect, it, vi } from 'vitest'
import type { ReportRecord } from '../../../contract/metar.ts'
import { reportFromRecord } from '../../../core/metar/read-report.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { reportRecord } from '../../../testing/fakes/fake-source.ts'
import { usePage } from '../../state/page-store.ts'
import type { ServerAccess } from '../server-access.ts'
import { createReportStore } from './report-store.ts'
import { StandingReports } from './standing-reports.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

afterEach(() => usePage.setState(usePage.getInitialState()))

function setUp() {
  const clock = createFakeClock()
  const nowMs = clock.now()
  const stored: ReportRecord[] = []
  const record = (icao: string, agoMin: number) =>
    reportRecord({
      icao,
      obs_time: new Date(nowMs - agoMin * MINUTE).toISOString(),
      arrived_at: new Date(nowMs - (agoMin - 2) * MINUTE).toISOString(),
    })
  const past = { reports: async () => stored }
  const reports = createReportStore()
  const standing = new StandingReports({ clock, past } as unknown as ServerAccess, reports)
  const heard: (ReadonlySet<string> | null)[] = []
  const stop = standing.subscribe((changed) => heard.push(changed))
  const agoOf = (icao: string) => {
    const report = standing.latest(icao)
    return report ? Math.round((nowMs - report.obsTimeMs) / MINUTE) : null
  }
  /** Another moment is applied after a delay, by lazily loaded code. */
  const settle = async () => {
    await clock.advance(SECOND)
    await vi.dynamicImportSettled()
    await clock.advance(SECOND)
  }
  return { settle, nowMs, stored, record, reports, standing, heard, stop, agoOf }
}

it('are the latest while live, and those of then while another moment is shown', async () => {
  const { settle, nowMs, stored, record, reports, standing, stop, agoOf } = setUp()
  reports.add([reportFromRecord(record('ZAAA', 5))!])
  stored.push(record('ZAAA', 70))
  expect(agoOf('ZAAA')).toBe(5)
  expect(standing.nowMs()).toBeCloseTo(nowMs, 0)

  usePage.getState().showAt(nowMs - 30 * MINUTE)
  await settle()
  expect(standing.nowMs()).toBe(nowMs - 30 * MINUTE)
  expect(standing.isReady()).toBe(true)
  expect(agoOf('ZAAA')).toBe(70)

  usePage.getState().showAt(null)
  expect(agoOf('ZAAA')).toBe(5)
  stop()
})

it('have reports of the live feed at a moment just past, without the history', async () => {
  const { settle, nowMs, record, reports, stop, agoOf } = setUp()
  reports.add([reportFromRecord(record('ZBBB', 40))!, reportFromRecord(record('ZBBB', 10))!])
  usePage.getState().showAt(nowMs - 20 * MINUTE)
  await settle()
  expect(agoOf('ZBBB')).toBe(40)
  stop()
})

it('report changes of the live feed only while live', async () => {
  const { settle, nowMs, record, reports, heard, stop } = setUp()
  usePage.getState().showAt(nowMs - 20 * MINUTE)
  await settle()
  heard.length = 0
  reports.add([reportFromRecord(record('ZCCC', 3))!])
  expect(heard).toEqual([])
  usePage.getState().showAt(null)
  reports.add([reportFromRecord(record('ZCCC', 1))!])
  expect(heard.at(-1)).toEqual(new Set(['ZCCC']))
  stop()
})
