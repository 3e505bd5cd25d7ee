// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { placeOf } from '../../../../testing/watch-kit.ts'

const FARM = placeOf('farm', { name: 'East Wind Farm' })

async function openBench(id: string, as?: string) {
  const desk = await openDesk(`/?place=${id}`, { guarded: [placeOf('golf')], drawn: [FARM], ...(as && { as }) })
  await screen.findByRole('region', { name: `Place ${id}` })
  await desk.user.click(await screen.findByText('Approach, rings and hold time'))
  await desk.user.click(await screen.findByText('Rule bench and sheet (IEC 62793)'))
  await screen.findByRole('combobox', { name: 'Level' })
  return desk
}

it('writes the level that was tried into a drawn place, once that is confirmed', async () => {
  const { user, watched, pass } = await openBench('farm')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), '8 km')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Hold time (min)' }), '20')
  await user.click(screen.getByRole('button', { name: 'Use this rule' }))
  expect(screen.getByText('East Wind Farm will use these levels from now on: 5 km · 8 km · 16 km')).toBeTruthy()
  // The second click of a double click has no effect.
  await user.click(screen.getByRole('button', { name: 'Write to the place' }))
  await pass(1_000)
  expect(watched!.places.drawn().get('farm')!.stated?.levels).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Write to the place' }))
  expect(await screen.findByText('East Wind Farm uses these levels now')).toBeTruthy()
  await waitFor(() => {
    const { stated } = watched!.places.drawn().get('farm')!
    expect(stated?.levels?.map(({ id, holdMin }) => `${id} ${holdMin}`)).toEqual(['r5 10', 'r8 20', 'r16 10'])
    expect(stated?.ringsKm).toBeUndefined()
  })
})

it('shows the text for the server’s file for a place defined there', async () => {
  const { user } = await openBench('golf')
  await user.click(screen.getByRole('button', { name: 'Use this rule' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Properties of golf in PLACES_FILE' })
  expect(JSON.parse(field.value)).toMatchObject({ levels: [{ id: 'r5' }, { id: 'r8' }, { id: 'r16' }] })
})

it('offers no rule in which a more severe level reaches farther', async () => {
  const { user } = await openBench('golf')
  const km = screen.getByRole('spinbutton', { name: 'Alarm from strikes within (km)' })
  await user.clear(km)
  await user.type(km, '12{Enter}')
  expect(screen.queryByRole('button', { name: 'Use this rule' })).toBeNull()
  expect(screen.getByText(/a more severe level would reach farther/)).toBeTruthy()
})

it('writes nothing without the permission', async () => {
  const { user } = await openBench('farm', 'wang')
  await user.click(screen.getByRole('button', { name: 'Use this rule' }))
  expect(await screen.findByText('You cannot change places here.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Write to the place' })).toBeNull()
})
