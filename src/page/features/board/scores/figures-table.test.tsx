// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { NARROW } from '../../../state/narrow.ts'
import { FiguresTable } from './figures-table.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function linesOn(media: string): string[][] {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: query === media, media: query }) as MediaQueryList,
  )
  const rows = [
    ['10 min', 120, 0.62],
    ['30 min', 240, 0.48],
  ]
  render(<FiguresTable names={['Within', 'Cases', 'POD']} rows={rows} isTurnedWhenNarrow />)
  return screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent ?? ''))
}

it('has a column for each name, transposed on a phone', () => {
  expect(linesOn('')).toEqual([
    ['Within', 'Cases', 'POD'],
    ['10 min', '120', '0.62'],
    ['30 min', '240', '0.48'],
  ])
  cleanup()
  expect(linesOn(NARROW)).toEqual([
    ['Within', '10 min', '30 min'],
    ['Cases', '120', '240'],
    ['POD', '0.62', '0.48'],
  ])
})
