// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AccumulatedPlace } from '../../../../contract/verification/accumulations.ts'
import { openDesk } from '../../../../testing/page-kit.tsx'

const NONE = { observedHours: 0, thunderHours: 0, strokes: 0 }
const AFTERNOON = 7

function placeOf(id: string): AccumulatedPlace {
  const months = Array.from({ length: 12 }, () => Array.from({ length: 24 }, () => NONE))
  months[5]![AFTERNOON] = { observedHours: 20, thunderHours: 5, strokes: 340 }
  months[5]![AFTERNOON + 1] = { observedHours: 10, thunderHours: 0, strokes: 0 }
  return {
    state: 'known',
    simulated: true,
    place: id,
    withinKm: 16,
    months,
    from: '2026-06-01T00:00:00.000Z',
    to: '2026-07-01T00:00:00.000Z',
  }
}

it('shows thunder at an airport by hour and month, with the observed and unknown share', async () => {
  const asked: string[] = []
  const desk = await openDesk('/?airport=ZSPD', {
    accumulations: {
      place: async (id) => {
        asked.push(id)
        return placeOf(id)
      },
    },
  })
  await desk.pass(2_000)
  const summary = await screen.findByText('When it thunders here')
  expect(asked).toEqual([])
  // The main content is above.
  const report = screen.getByRole('heading', { name: 'Latest report' })
  expect(report.compareDocumentPosition(summary) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await desk.user.click(summary)
  await desk.pass(2_000)
  const byHour = await screen.findByRole('img', { name: /by hour of the day, UTC \(Beijing\)/ })
  expect(asked).toEqual(['ZSPD'])
  const said = byHour.getAttribute('aria-label')
  expect(said).toContain('07 UTC: 25.0% (5 of 20 h; 67% watched)')
  expect(said).toContain('08 UTC: 0.0% (0 of 10 h; 33% watched)')
  expect(said).toContain('09 UTC: unknown, not watched')
  const byMonth = screen.getByRole('img', { name: /by month/ }).getAttribute('aria-label')
  expect(byMonth).toContain('Jun: 16.7% (5 of 30 h; 4% watched)')
  expect(byMonth).toContain('Jul: not yet come')
  expect(byHour.textContent).toContain('06 (14)')
})
