// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CHINA, openDesk } from '../../../../testing/page-kit.tsx'
import AirportHeadline from './airport-headline.tsx'

vi.mock('../../../live/reports/use-reports.ts', () => ({
  useReports: () => ({ airports: () => [{ icao: CHINA[0]!.icao_code }], latest: () => undefined }),
}))

it('says of an airport without a report that it has none, not that the report is old', async () => {
  await openDesk('/?kiosk', { beside: <AirportHeadline />, isAlone: true })
  expect(screen.queryByText('older than 2 h')).toBeNull()
  expect(screen.getByText('no report')).toBeTruthy()
})

it('counts no airport before the first report', async () => {
  await openDesk('/?kiosk', { beside: <AirportHeadline />, isAlone: true })
  expect(screen.getByText('–', { selector: 'p > b' })).toBeTruthy()
})
