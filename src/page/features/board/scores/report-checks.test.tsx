// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { CheckFigures } from '../../../../contract/verification/accumulations.ts'
import { openDesk } from '../../../../testing/page-kit.tsx'

const FIGURES: CheckFigures = {
  reports: 720,
  hits: 12,
  otherBand: 3,
  missingAt: 2,
  missingVicinity: 5,
  overSeen: 1,
  overNone: 4,
  quiet: 693,
  leftOut: 7,
  pod: 0.6818,
  far: 0.25,
}

it('shows thunder in reports compared with strikes by month and by airport, of all or of one', async () => {
  const asked: object[] = []
  const desk = await openDesk('/?board=', {
    settings: { LOCATION_ERROR_KM: '2' },
    accumulations: {
      reports: async (wish) => {
        asked.push(wish)
        const airports = [{ icao: 'ZSPD', ...FIGURES }]
        const months = [{ month: '2026-06', ...FIGURES, far: null }]
        return { state: 'known', simulated: true, from: '2026-06', to: '2026-06', all: FIGURES, months, airports }
      },
    },
  })
  await desk.pass(2_000)
  await desk.user.click(await screen.findByRole('button', { name: 'Forecast scores' }))
  await desk.user.click(await screen.findByRole('radio', { name: 'Thunder in reports' }))
  await desk.pass(2_000)
  const month = within(await screen.findByRole('table', { name: 'By month, all airports' })).getByRole('row', {
    name: /^2026-06/,
  })
  const cells = within(month).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['720', '12', '3', '2', '5', '1', '4', '0.68', '–', '7'])
  expect(screen.getByRole('table', { name: 'By airport, all months' }).textContent).toContain('ZSPD')
  expect(screen.getByText(/accuracy about 2 km.* count as inside/)).toBeTruthy()
  await desk.user.type(screen.getByRole('textbox', { name: /^Airport/ }), 'zspd')
  await desk.user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), '2026-06')
  await desk.pass(2_000)
  expect(await screen.findByRole('table', { name: 'By month, ZSPD' })).toBeTruthy()
  expect(screen.getByRole('table', { name: 'By airport, 2026-06' })).toBeTruthy()
  expect(asked).toEqual([{}, { icao: 'ZSPD' }, { from: '2026-06', to: '2026-06' }])
})

it('shows no total figures under an unknown place name', async () => {
  const desk = await openDesk('/?board=')
  await desk.pass(2_000)
  await desk.user.click(await screen.findByRole('button', { name: 'Forecast scores' }))
  await desk.user.type(await screen.findByRole('combobox', { name: /^Place or airport/ }), 'Nowhere')
  await desk.pass(2_000)
  expect(await screen.findByText(/^No place or airport has this name/)).toBeTruthy()
  expect(screen.queryByText(/^Nothing is verified yet/)).toBe(null)
})

it('prints the scores without the surrounding page', async () => {
  const desk = await openDesk('/?board=', {
    accumulations: {
      reports: async () => {
        const airports = [{ icao: 'ZSPD', ...FIGURES }]
        return { state: 'known', simulated: true, from: '2026-06', to: '2026-06', all: FIGURES, months: [], airports }
      },
    },
  })
  await desk.pass(2_000)
  await desk.user.click(await screen.findByRole('button', { name: 'Forecast scores' }))
  await desk.user.click(await screen.findByRole('radio', { name: 'Thunder in reports' }))
  await desk.pass(2_000)
  const print = vi.fn(() => document.querySelector('[data-printed]')?.textContent)
  vi.stubGlobal('print', print)
  await desk.user.click(await screen.findByRole('button', { name: 'Print' }))
  vi.unstubAllGlobals()
  expect(print.mock.results[0]?.value).toContain('ZSPD')
  dispatchEvent(new Event('afterprint'))
  expect(document.querySelector('[data-printed]')).toBe(null)
})
