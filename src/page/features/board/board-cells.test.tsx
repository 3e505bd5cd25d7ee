// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { levelState, rowOf } from '../../../testing/channels/rows.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { keyOf, useLevels } from '../../live/levels/level-store.ts'
import { LightningCell } from './board-cells.tsx'
import { useAllRows } from './use-board-rows.ts'

function Cell() {
  const row = useAllRows().find(({ airport }) => airport.icao === 'ZSPD')
  return <p data-testid="cell">{row ? <LightningCell row={row} /> : null}</p>
}

it('shows the levels of an airport with others that are on and work stops, and that none is on', async () => {
  const desk = await openDesk('/?layers=lightning', { beside: <Cell /> })
  await desk.pass(2_000)
  const cell = screen.getByTestId('cell')
  const nowMs = desk.clock.now()
  const at = (ms: number) => new Date(ms).toISOString()
  const on = { km: 5, last: at(nowMs), lastKm: 1, end: at(nowMs + 891_000) }
  const tell = (levels: Parameters<typeof rowOf>[0]['levels'], over: Parameters<typeof rowOf>[0]['over'] = {}) =>
    act(() => {
      const state = rowOf({ place: 'ZSPD', levels, atMs: nowMs, over })
      const told = new Map([[keyOf('lightning', 'ZSPD'), state]])
      useLevels.setState({ line: 'whole', told, lightning: { now: true, since: null, atMs: nowMs } })
    })
  tell([levelState('red', 'on', on), levelState('yellow', 'on', { ...on, km: 15 })])
  expect(cell.textContent).toMatch(/^RED hold 15\sminYELLOW$/)
  expect(cell.querySelector('[data-tone="bad"]')).toBeTruthy()
  const stop = { id: 's', place: 'ZSPD', work: 'refuelling and ramp handling', by: 'Li', at: at(nowMs), note: '' }
  const stops = [{ ...stop, earliestResume: null, level: null, changes: [], resumed: null }]
  tell([levelState('red', 'on', on), levelState('yellow', 'on', { ...on, km: 15 })], { stops })
  expect(cell.textContent).toMatch(/^RED hold 15\sminYELLOW work stop: refuelling and ramp handling$/)
  tell([levelState('red', 'expected', { km: 5, until: at(nowMs + 600_000) })])
  expect(cell.textContent).toMatch(/^RED possible until \d\d:\d\d$/)
  expect(cell.querySelector('[data-tone="warn"]')).toBeTruthy()
  tell([levelState('red', 'off', { km: 5 })])
  expect(cell.textContent).toBe('not triggered')
})
