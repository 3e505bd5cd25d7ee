// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CHANCE_FIELD_PATH, type ChanceField } from '../../../contract/chance/field.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { nowcastWith, openDesk } from '../../../testing/page-kit.tsx'
import { shownField } from './use-chance-field.ts'

const AT_MS = Date.UTC(2026, 6, 1, 8)
const VIEW = '#10/31/121'

/** The row of a desk whose server has this nowcast; the chance is 62 % everywhere, 20 % within 15 minutes. */
async function openRow(address: string, { isObserved = true } = {}) {
  const outlook = { atMs: AT_MS, storms: [], rings: [], observed: [1, 1, 1], isWatched: isObserved }
  const look = { outlook, places: [], isObserved }
  const sampler = { at: () => [0.1, 0.2, 0.62, 0.62], isCalmWithin: () => false }
  const desk = await openDesk(address, {
    nowcast: nowcastWith({ latest: () => look, sampler: () => sampler }),
  })
  await desk.pass(5_000)
  const row = within((await screen.findByRole('switch', { name: 'Chance of lightning' })).closest('li')!)
  return { desk, row, requests: () => desk.asked.filter((path) => path.startsWith(CHANCE_FIELD_PATH)) }
}

it('requests nothing while off; then shows range and legend of half an hour, and of another horizon', async () => {
  const { desk, row, requests } = await openRow(`/${VIEW}`)
  expect(requests()).toEqual([])
  await desk.user.click(row.getByRole('switch'))
  await desk.pass(2_000)
  expect(await row.findByText('Lightning within 16 km of a point in 30 min, as of 08:00 UTC')).toBeTruthy()
  expect(row.getByText('In this area 62% to 62%. New storms are not forecast.')).toBeTruthy()
  expect(within(row.getByRole('list', { name: 'Contours' })).getAllByRole('listitem')).toHaveLength(3)
  expect(location.search).toBe('?chance=30')
  await desk.user.click(row.getByRole('radio', { name: '15 min' }))
  expect(await row.findByText('In this area 20% to 20%. New storms are not forecast.')).toBeTruthy()
  expect(location.search).toBe('?chance=15')
  expect(requests()).toHaveLength(1)
})

it('is unknown, not low, without observation', async () => {
  const { row, requests } = await openRow(`/?chance=60${VIEW}`, { isObserved: false })
  expect((await row.findByRole('status')).textContent).toMatch(/^Unknown: too little data/)
  expect(row.queryByRole('list', { name: 'Contours' })).toBeNull()
  expect(requests()).toEqual([])
})

it('is absent in a wide view, and at a past time', async () => {
  const { desk, row, requests } = await openRow('/?chance=60#3/31/121')
  expect((await row.findByRole('status')).textContent).toMatch(/^Zoom in/)
  await desk.user.keyboard('[[')
  await desk.pass(2_000)
  expect(await row.findByText(/^For the present only/)).toBeTruthy()
  expect(requests()).toEqual([])
})

describe('the shown field', () => {
  const t = new Date(AT_MS).toISOString()
  const nowcast = { state: 'known', t } as const
  const field = { state: 'known', t, features: [], ranges: [] } as unknown as ChanceField
  const shown = (over: Partial<Parameters<typeof shownField>[0]>, nowMs = AT_MS + MINUTE_MS) =>
    shownField({ nowcast, field, isError: false, ...over }, nowMs).kind

  it('is known while nowcast and field are recent', () => {
    expect(shown({})).toBe('known')
    expect(shown({ isError: true })).toBe('known')
    expect(shown({}, AT_MS + 5 * MINUTE_MS)).toBe('outdated')
  })

  it('is unknown if either is', () => {
    expect(shown({ nowcast: null })).toBe('loading')
    expect(shown({ field: null })).toBe('loading')
    expect(shown({ field: null, isError: true })).toBe('failed')
    expect(shown({ nowcast: { state: 'not-observed', t } })).toBe('not-observed')
    expect(shown({ field: { ...field, state: 'no-strikes' } })).toBe('no-strikes')
    const later = new Date(AT_MS + 6 * MINUTE_MS).toISOString()
    expect(shown({ nowcast: { state: 'known', t: later }, isError: true }, AT_MS + 6 * MINUTE_MS)).toBe('failed')
  })
})
