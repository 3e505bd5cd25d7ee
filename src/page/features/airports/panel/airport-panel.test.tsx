// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { reportRecord } from '../../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../../testing/page-kit.tsx'

const panelOf = (icao: string) => screen.findByRole('region', { name: `Airport ${icao}` })

it('shows the raw latest report and its meaning, and the next that arrives on the feed', async () => {
  const desk = await openDesk('/?airport=ZSPD')
  const panel = within(await panelOf('ZSPD'))
  expect(await panel.findByText('34004MPS')).toBeTruthy()
  const report = within(panel.getByRole('region', { name: 'Latest report' }))
  expect(report.getByText('light rain showers')).toBeTruthy()
  expect(report.getByText('MVFR · Metric')).toBeTruthy()
  expect(report.getByText(/^Observed 07:50 UTC · 15:50 Beijing · 10 min ago$/)).toBeTruthy()
  expect(report.getByText('Wind').parentElement?.textContent).toBe('Wind4m/sfrom 340°')
  await desk.report(
    reportRecord({
      raw_metar: 'METAR ZSPD 010800Z 12004MPS 9999 TSRA FEW030CB 28/22 Q1008 NOSIG',
      obs_time: '2026-07-01T08:00:00Z',
    }),
  )
  expect(await panel.findByText('12004MPS')).toBeTruthy()
  expect(panel.getByText('thunderstorm', { exact: false, selector: '[data-tone=warn]' })).toBeTruthy()
})

it('reports different values of the service, and shows the worse', async () => {
  const desk = await openDesk('/?airport=ZSPD')
  const panel = within(await panelOf('ZSPD'))
  const record = reportRecord({
    raw_metar: 'METAR ZSPD 010800Z 12004MPS CAVOK 28/22 Q1008',
    obs_time: '2026-07-01T08:00:00Z',
  })
  await desk.report({ ...record, parsed: { ...record.parsed!, cavok: false, visibility: 300 } })
  const report = within(await panel.findByRole('region', { name: 'Latest report' }))
  expect(await report.findByText('The service and the raw report differ')).toBeTruthy()
  expect(report.getByText(/^Read differently: CAVOK and Visibility\. Of visibility/)).toBeTruthy()
  expect(report.getByText('Visibility').parentElement?.textContent).toBe('Visibility300m')
  expect(report.getByText('LIFR · Metric')).toBeTruthy()
  expect(report.getByText('Ceiling').parentElement?.textContent).toMatch(/unknown/i)
})

it('reports an airport that the service does not list', async () => {
  await openDesk('/?airport=XXXX')
  const panel = within(await panelOf('XXXX'))
  expect(await panel.findByText(/XXXX is not/)).toBeTruthy()
})
