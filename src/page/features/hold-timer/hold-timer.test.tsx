// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { placeOf } from '../../../testing/watch-kit.ts'
import { usePage } from '../../state/page-store.ts'

describe('the section', () => {
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

  it('says of a level without a strike that there are no data while none arrive', async () => {
    const { desk, level } = await openTimer()
    await desk.pass(20_000)
    expect(level('5 km ring')).toBe('5 km ringnot triggered')
    desk.lightning.up = false
    desk.lightning.drop()
    await desk.pass(90_000)
    expect(level('5 km ring')).toBe('5 km ringno data')
  })

  it('states that the latest record counts for a level, though its stroke was located outside', async () => {
    const { desk, level } = await openTimer()
    const outside = /Latest record inside was since located outside/
    const strikeMs = desk.clock.now()
    await desk.strike(strikeAt(strikeMs))
    await desk.pass(60_000)
    expect(level('5 km ring')).not.toMatch(outside)
    const laterMs = desk.clock.now()
    const time = BigInt(Math.floor(laterMs)) * 1_000_000n + 50_000n
    const better = { ...strikeAt(laterMs), time, lat: 31.35, mds: 100 }
    await desk.strike({ ...strikeAt(laterMs), mds: 20_000 }, better)
    await desk.pass(3_000)
    expect(level('5 km ring')).toMatch(outside)
    expect(level('5 km ring')).toMatch(/active2.9 km, \d\ss ago/)
    await desk.strike(strikeAt(desk.clock.now()))
    await desk.pass(3_000)
    expect(level('5 km ring')).not.toMatch(outside)
  })

  it('marks the strokes that a report lacks as a lower bound while a part of their period was not observed', async () => {
    const { desk, section } = await openTimer()
    await desk.strike(strikeAt(desk.clock.now()))
    await desk.pass(3_000)
    expect(await section.findByText(/^≥\s1 stroke within 8 km in 10\smin, no TS in the report$/)).toBeTruthy()
  })

  it('keeps an airport visible at the top of the desk', async () => {
    const { desk, section } = await openTimer()
    await desk.user.click(section.getByRole('button', { name: 'Watch' }))
    const strip = within(await screen.findByRole('navigation', { name: 'Watched airports and places' }))
    expect(strip.getByRole('button', { name: /^ZSPD/ })).toBeTruthy()
    expect(location.search).toContain('watch=ZSPD')
  })

  it('uses other rings once applied, with any separator, never a partial input, and keeps invalid ones as typed', async () => {
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
    await desk.user.clear(field)
    await desk.user.paste('16, 8')
    await desk.user.keyboard('{Enter}')
    await desk.user.tab()
    expect(field.value).toBe('16, 8')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(rings()).toEqual([5, 8, 13])
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
})

it('names the monitoring hours outside of them, and no level', async () => {
  // It is 08:00 UTC, 16:00 in Beijing.
  const golf = placeOf('golf', { hours: '06:00-15:00', timeZone: 'Asia/Shanghai' })
  await openDesk('/?place=golf&watch=.golf', { guarded: [golf, placeOf('farm')] })
  const strip = within(await screen.findByRole('navigation', { name: 'Watched airports and places' }))
  const chip = await strip.findByRole('button', { name: /^Place golf/ })
  await waitFor(() => expect(chip.textContent).toContain('outside monitoring hours'))
  expect(chip.textContent).not.toContain('not triggered')
  const section = within(await screen.findByRole('region', { name: 'Lightning hold timer' }))
  expect(section.getByText('Outside monitoring hours')).toBeTruthy()
  const levels = within(section.getByRole('list', { name: 'Lightning levels' })).getAllByRole('listitem')
  expect(levels.map(({ textContent }) => textContent)).toEqual([5, 8, 16].map((km) => `${km} km ringnot evaluated`))
})

describe('the rule bench', () => {
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

  it('shows the text for the server’s file for a place defined there, but no rule in which a more severe level reaches farther', async () => {
    const { user } = await openBench('golf')
    await user.click(screen.getByRole('button', { name: 'Use this rule' }))
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Properties of golf in PLACES_FILE' })
    expect(JSON.parse(field.value)).toMatchObject({ levels: [{ id: 'r5' }, { id: 'r8' }, { id: 'r16' }] })
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
})
