// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { placeOf } from '../../../testing/watch-kit.ts'
import { usePage } from '../../state/page-store.ts'

/** A strike some 3 km from Shanghai Pudong, at that moment. */
const strikeAt = (ms: number) =>
  strikeRecord({
    time: BigInt(Math.floor(ms)) * 1_000_000n,
    lat: 31.17,
    lon: 121.805,
    arrived_at: new Date(ms).toISOString(),
  })

async function openTimer() {
  const desk = await openDesk('/?airport=ZSPD')
  const section = within(await screen.findByRole('region', { name: 'Lightning hold timer' }))
  const level = (name: string) => section.getByText(name, { selector: 'li strong' }).closest('li')!.textContent
  return { desk, section, level }
}

it('counts down in each level from the last record in it, by this page where no server evaluates them', async () => {
  const { desk, section, level } = await openTimer()
  await desk.pass(20_000)
  await desk.strike(strikeAt(desk.clock.now()))
  await desk.pass(3_000)
  expect(level('5 km ring')).toMatch(
    /^5 km ringactive2.9 km, \d\ss agohold 30\smin5 km ring: not before 08:31 UTC \(16:31 local\), if no/,
  )
  expect(section.getByText(/^Evaluated by this page/)).toBeTruthy()
  expect(level('5 km ring')).toMatch(/30 min · default$/)
  await desk.pass(60_000)
  expect(level('5 km ring')).toMatch(/^5 km ringholding.*hold 29\smin/)
  await desk.strike(strikeAt(desk.clock.now()))
  await desk.pass(3_000)
  expect(level('5 km ring')).toMatch(/^5 km ringactive.*hold 30\smin/)
})

it('keeps an airport visible at the top of the desk', async () => {
  const { desk, section } = await openTimer()
  await desk.user.click(section.getByRole('button', { name: 'Watch' }))
  const strip = within(await screen.findByRole('navigation', { name: 'Watched airports and places' }))
  expect(strip.getByRole('button', { name: /^ZSPD/ })).toBeTruthy()
  expect(location.search).toContain('watch=ZSPD')
})

it('uses other rings once applied, with any separator, and never a partial input', async () => {
  const { desk, section } = await openTimer()
  await desk.user.click(section.getByText('Approach, rings and hold time'))
  const field = section.getByRole<HTMLInputElement>('textbox', { name: 'Rings in km' })
  const rings = () => usePage.getState().rings
  await desk.user.clear(field)
  await desk.user.type(field, '5/8/1')
  expect(rings()).toEqual([5, 8, 16])
  await desk.user.keyboard('{Enter}')
  expect(rings()).toEqual([5, 8, 16])
  expect(section.getByRole('alert').textContent).toMatch(/^One to four increasing numbers/)
  await desk.user.type(field, '3')
  expect(rings()).toEqual([5, 8, 16])
  await desk.user.click(section.getByRole('button', { name: 'Apply' }))
  expect(rings()).toEqual([5, 8, 13])
  expect(new URLSearchParams(location.search).get('rings')).toBe('5,8,13')
})

it('has the pinned airport with the worst lightning first, and the others in order of pinning', async () => {
  const desk = await openDesk('/?watch=ZGGG,ZBAA,ZSPD')
  const strip = within(await screen.findByRole('navigation', { name: 'Watched airports and places' }))
  await desk.strike(strikeAt(desk.clock.now()))
  await desk.pass(2_000)
  const codes = strip.getAllByRole('button').map(({ textContent }) => textContent!.slice(0, 4))
  expect(codes[0]).toBe('ZSPD')
  expect(new URLSearchParams(location.search).get('watch')).toBe('ZGGG,ZBAA,ZSPD')
})

it('keeps a place visible, too, by name, and in the URL by id', async () => {
  const guarded = [placeOf('golf-east', { name: 'East Golf Course' })]
  const { user } = await openDesk('/?place=golf-east', { guarded })
  const section = within(await screen.findByRole('region', { name: 'Lightning hold timer' }))
  await user.click(await section.findByRole('button', { name: 'Watch' }))
  const strip = within(await screen.findByRole('navigation', { name: 'Watched airports and places' }))
  const chip = await strip.findByRole('button', { name: /^East Golf Course/ })
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  expect(new URLSearchParams(location.search).get('watch')).toBe('.golf-east')
  await user.keyboard('w')
  expect(screen.queryByRole('navigation', { name: 'Watched airports and places' })).toBe(null)
  expect(new URLSearchParams(location.search).get('watch')).toBe(null)
})

it('keeps invalid rings as typed, with the allowed values, and uses the previous ones', async () => {
  const { desk, section } = await openTimer()
  await desk.user.click(section.getByText('Approach, rings and hold time'))
  const rings = await section.findByRole<HTMLInputElement>('textbox', { name: /^Rings/ })
  await desk.user.clear(rings)
  await desk.user.paste('16, 8')
  await desk.user.keyboard('{Enter}')
  await desk.user.tab()
  expect(rings.value).toBe('16, 8')
  expect(rings.getAttribute('aria-invalid')).toBe('true')
  expect(usePage.getState().rings).toEqual([5, 8, 16])
})
