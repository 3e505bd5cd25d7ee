// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDesk } from '../../testing/page-kit.tsx'
import { MapStage } from '../map/map-stage.tsx'
import { usePickedHere } from '../map/picking/map-pick.ts'
import { usePage } from '../state/page-store.ts'

describe('tools', () => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } }
  /** That of the test document. */
  const USUAL = { width: innerWidth, height: innerHeight }
  const DESK = { width: 1280, height: 800 }
  const RARE = ['Zoom in', 'Zoom out', 'Commands (Ctrl+K)']

  const isThere = (name: string) => screen.queryByRole('button', { name }) !== null

  const resize = (size: typeof DESK) => act(() => happyDOM.setViewport(size))

  afterEach(() => resize(USUAL))

  it('groups secondary buttons on a phone behind one button, and shows all tools at a desk', async () => {
    resize({ width: 390, height: 844 })
    const { user } = await openDesk('/')
    await screen.findByRole('button', { name: /^Save picture and strokes/ })
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      resize(size)
      const more = screen.getByRole('button', { name: 'More tools' })
      expect(RARE.filter(isThere)).toEqual([])
      await user.click(more)
      expect(RARE.filter(isThere)).toEqual(RARE)
      expect(more.getAttribute('aria-pressed')).toBe('true')
      await user.click(more)
      expect(RARE.filter(isThere)).toEqual([])
    }
    resize(DESK)
    expect(RARE.filter(isThere)).toEqual(RARE)
    expect(isThere('More tools')).toBe(false)
  })
})

describe('the undo of a pin', () => {
  const watched = () => usePage.getState().watched

  it('undoes a pin or unpin by key or click, at its old position, for half a minute', async () => {
    const desk = await openDesk('/?watch=ZBAA,ZSPD,ZSSS&airport=ZSPD')
    await screen.findByRole('button', { name: 'Watched' })
    await desk.user.keyboard('w')
    expect(watched()).toEqual(['ZBAA', 'ZSSS'])
    expect(await screen.findByText('ZSPD is no longer watched')).toBeTruthy()
    await desk.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(watched()).toEqual(['ZBAA', 'ZSPD', 'ZSSS'])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    act(() => usePage.getState().toggleWatched('ZGGG'))
    await desk.user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(watched()).toEqual(['ZBAA', 'ZSPD', 'ZSSS'])
    act(() => usePage.getState().toggleWatched('ZBAA'))
    await screen.findByRole('button', { name: 'Undo' })
    await desk.pass(31_000)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('is closed by a button, and the pin stays', async () => {
    const { user } = await openDesk('/?watch=ZBAA')
    act(() => usePage.getState().toggleWatched('ZSPD'))
    const notice = (await screen.findByText('ZSPD is now watched')).closest<HTMLElement>('[role="status"]')!
    await user.click(within(notice.parentElement!).getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('ZSPD is now watched')).toBeNull()
    expect(watched()).toEqual(['ZBAA', 'ZSPD'])
  })
})

describe('the layers', () => {
  it('switches a layer off and on, labels it without history, and closes and opens by a key', async () => {
    const desk = await openDesk('/')
    const fires = await screen.findByRole('switch', { name: 'Fires' })
    expect(await screen.findByText(/Satellite heat detection/)).toBeTruthy()
    await desk.user.click(fires)
    expect(screen.queryByText(/Satellite heat detection/)).toBeNull()
    expect(new URLSearchParams(location.search).get('layers')?.split(',')).not.toContain('fires')
    await desk.user.click(fires)
    expect(await screen.findByText(/Satellite heat detection/)).toBeTruthy()

    const row = within(fires.closest('li')!)
    expect(row.queryByText(/current, not/i)).toBeNull()
    await desk.user.keyboard('[[')
    expect(await row.findByText(/current, not/i)).toBeTruthy()

    await desk.user.keyboard('l')
    expect(screen.queryByRole('region', { name: 'Layers' })).toBeNull()
    await desk.user.keyboard('l')
    expect(await screen.findByRole('region', { name: 'Layers' })).toBeTruthy()
  })
})

describe('the selection', () => {
  const STRIKE = { kind: 'strike', id: '1782892800123,31.14321,121.80543', detail: '08:00:00 UTC' }
  const AIRPORT = { kind: 'airport', id: 'ZSPD', detail: 'ZSPD' }

  it('offers the other marks under a click, by pointer and keyboard, until the selection changes', async () => {
    const desk = await openDesk('/?airport=ZSPD')
    await screen.findByRole('region', { name: 'Airport ZSPD' })
    expect(screen.queryByRole('navigation', { name: 'Also here' })).toBeNull()

    act(() => usePickedHere.setState({ things: [AIRPORT, STRIKE] }))
    const list = () => within(screen.getByRole('navigation', { name: 'Also here' }))
    expect(list().getByRole('button', { name: 'Airports ZSPD' }).getAttribute('aria-pressed')).toBe('true')
    await desk.user.click(list().getByRole('button', { name: 'Lightning 08:00:00 UTC' }))
    expect(await screen.findByRole('region', { name: 'Lightning strike' })).toBeTruthy()
    list().getByRole('button', { name: 'Airports ZSPD' }).focus()
    await desk.user.keyboard('{Enter}')
    expect(await screen.findByRole('region', { name: 'Airport ZSPD' })).toBeTruthy()

    await desk.user.keyboard('{Escape}')
    expect(screen.queryByRole('navigation', { name: 'Also here' })).toBeNull()
  })
})

describe('the settings', () => {
  it('changes units and limits of categories, stored for the next visit, then all texts and the theme', async () => {
    const desk = await openDesk('/?airport=ZSPD')
    await screen.findByText('34004MPS')
    await desk.user.keyboard('?')
    const settings = within(await screen.findByRole('dialog', { name: 'Settings' }))
    // This server has no sign-in.
    for (const name of ['Walls…', 'Sign out']) expect(settings.queryByText(name)).toBeNull()
    await desk.user.click(settings.getByRole('radio', { name: 'kt, ft, inHg' }))
    expect(screen.getByText('Ceiling').parentElement?.textContent).toBe('Ceiling600ft')
    expect(Object.values({ ...localStorage }).join()).toContain('units=aviation')
    await desk.user.click(settings.getByRole('radio', { name: 'US' }))
    expect(await screen.findByText('IFR · US')).toBeTruthy()

    await desk.user.click(settings.getByRole('radio', { name: '中文' }))
    expect(document.documentElement.lang).toBe('en') // the click's own task ends before
    await desk.pass(0)
    expect(await screen.findByText('最新报文')).toBeTruthy()
    expect(document.documentElement.lang).toBe('zh-CN')
    await desk.user.click(settings.getByRole('radio', { name: '浅色' }))
    expect(document.documentElement.dataset.theme).toBe('light')
  })
})

describe('a browser without WebGL', () => {
  it('states that this browser has no graphics for the map, and continues without', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    const desk = await openDesk('/', { beside: <MapStage overlays={[]} isOpened onDrawn={() => {}} /> })
    expect(await screen.findByText('The map can’t be drawn here')).toBeTruthy()
    await desk.user.keyboard('zspd')
    expect(await screen.findByRole('region', { name: 'Airport ZSPD' })).toBeTruthy()
  })
})
