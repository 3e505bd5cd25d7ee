// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type {
  AccumulatedPlace,
  Accumulations as ServedAccumulations,
} from '../../../contract/verification/accumulations.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { usePage } from '../../state/page-store.ts'

describe('the row', () => {
  const KNOWN: ServedAccumulations = {
    state: 'known',
    simulated: false,
    kind: 'density',
    cellDeg: 0.1,
    from: '2026-06-30T08:00:00.000Z',
    to: '2026-07-01T08:00:00.000Z',
    minutes: 1_440,
    notObservedMin: 0,
    cells: [
      [31.2, 121.4, 0.2431],
      [32.2, 118.1, 0.0081],
    ],
  }

  /** The row of a desk whose server sends this response. */
  async function openRow(address: string, answer: Partial<ServedAccumulations>) {
    const asked: { fromMs?: number; toMs?: number; kind: string }[] = []
    const accumulations: NonNullable<Parameters<typeof openDesk>[1]>['accumulations'] = {
      async cells(wish, _box, kind) {
        asked.push({ ...wish, kind })
        return { ...KNOWN, ...answer, kind }
      },
    }
    const desk = await openDesk(address, { accumulations })
    await desk.pass(2_000)
    const row = within((await screen.findByRole('switch', { name: 'Lightning sums' })).closest('li')!)
    return { desk, row, asked }
  }

  it('requests nothing while off, then a day, and another quantity over another period', async () => {
    const { desk, row, asked } = await openRow('/', {})
    expect(asked).toEqual([])
    await desk.user.click(row.getByRole('switch'))
    await desk.pass(2_000)
    expect(row.getByText('Most in view: 0.24 strokes per km² at 31.3°N 121.5°E')).toBeTruthy()
    expect(row.getByText('2026-06-30 08:00 UTC to 2026-07-01 08:00 UTC')).toBeTruthy()
    expect(row.queryByText(/watched/)).toBeNull()
    expect(asked).toEqual([{ fromMs: Date.UTC(2026, 5, 30, 8), toMs: Date.UTC(2026, 6, 1, 8), kind: 'density' }])
    expect(location.search).toBe('?sums=density-24h')
    await desk.user.click(row.getByRole('radio', { name: 'Hours with thunder' }))
    await desk.user.selectOptions(row.getByRole('combobox', { name: 'Period' }), '30 days')
    await desk.pass(2_000)
    expect(location.search).toBe('?sums=hours-30d')
    expect(asked.at(-1)).toEqual({ fromMs: Date.UTC(2026, 5, 1, 8), toMs: Date.UTC(2026, 6, 1, 8), kind: 'hours' })
    expect(row.getByText(/^Most in view: 0.24 h with thunder/)).toBeTruthy()
  })

  it('follows the shown moment', async () => {
    const { desk, asked } = await openRow('/?sums=density-1h', {})
    await desk.user.keyboard('[[')
    await desk.pass(2_000)
    const shownAtMs = usePage.getState().shownAtMs!
    const toMs = shownAtMs - (shownAtMs % (5 * MINUTE_MS))
    expect(toMs).toBeLessThan(Date.UTC(2026, 6, 1, 8))
    expect(asked.at(-1)).toEqual({ fromMs: toMs - HOUR_MS, toMs, kind: 'density' })
  })

  it('shows unobserved time, and unknown without any observation', async () => {
    const { row } = await openRow('/?sums=density-24h', { notObservedMin: 390 })
    expect(row.getByText(/^Not watched: 6 h 30 min of 1 d 0 h\./)).toBeTruthy()
    expect(row.getByText(/without colour does not mean without lightning/)).toBeTruthy()
  })

  it('is unknown, not without lightning, without observation', async () => {
    const { row } = await openRow('/?sums=density-24h', { notObservedMin: 1_440, cells: [] })
    expect(row.getByText('Unknown: nothing of this period was observed.')).toBeTruthy()
    expect(row.queryByText(/No lightning in view/)).toBeNull()
  })

  it('reports that a server without strikes has no sums', async () => {
    const desk = await openDesk('/?sums=density-24h')
    await desk.pass(2_000)
    expect(await screen.findByText('This server has no lightning data for sums.')).toBeTruthy()
  })
})

describe('a place', () => {
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
})
