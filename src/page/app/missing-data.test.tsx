// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time/durations.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { openDesk } from '../../testing/page-kit.tsx'
import { placeOf } from '../../testing/watch-kit.ts'
import WorstList from '../features/board/worst-list.tsx'
import { useRingCounts } from '../features/lightning/panel/use-ring-counts.ts'
import { useUnobserved } from '../features/lightning/row/lightning-extras.tsx'
import { useAlarmLog } from '../live/alarms/alarm-log.ts'
import { useLevels } from '../live/levels/level-store.ts'
import { usePage } from '../state/page-store.ts'
import { Watched } from '../wall/watched.tsx'

const PUDONG = { lat: 31.14, lon: 121.8 }

/** Hatching of the lightning layer, and the counts of its rings. */
function Probe() {
  const hatched = useUnobserved()
  const rings = useRingCounts(PUDONG)
  return (
    <p role="note">
      {hatched} {rings.map(({ count }) => count).join(' ')}
    </p>
  )
}

describe('the texts of a lost line', () => {
  type Desk = Awaited<ReturnType<typeof openDesk>>

  /** Whether each component of the desk states that its data are live. */
  async function saysLive(): Promise<Record<string, boolean>> {
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
    const slider = timeline.getByRole('slider', { name: 'Shown time' })
    const row = screen
      .getAllByRole('listitem')
      .find((item) => within(item).queryByRole('switch', { name: 'Lightning' }))!
    const strip = screen.getByRole('navigation', { name: 'Watched airports and places' })
    return {
      badge: /Live/.test(screen.getByRole('status', { name: 'Connection' }).textContent!),
      row: /^Live/.test(within(row).getAllByRole('paragraph')[0]!.textContent!),
      slider: slider.getAttribute('aria-valuetext') === 'Live',
      playHead: slider.querySelector('[data-shows=live]') !== null,
      feedAge: strip.querySelector('[data-stale]') === null,
      clock: !/no data/i.test(within(strip).getByRole('button').textContent!),
      banner: screen.queryByRole('alert') === null,
    }
  }

  it.each<[string, (desk: Desk) => void, (desk: Desk) => void]>([
    [
      'is cut',
      ({ lightning }) => {
        lightning.up = false
        lightning.drop()
      },
      ({ lightning }) => {
        lightning.up = true
      },
    ],
    ['stands and brings nothing', ({ lightning }) => lightning.stall(), () => {}],
  ])('while the line %s the desk states the same everywhere, second by second', async (_how, breaks, mends) => {
    const desk = await openDesk('/?watch=ZSPD&layers=lightning')
    await desk.strike(strikeRecord({ time: BigInt(Math.floor(desk.clock.now())) * 1_000_000n }))
    const all = async () => new Set(Object.values(await saysLive()))
    await desk.pass(1_000)
    expect(await saysLive()).toMatchObject({ badge: true, row: true, slider: true, playHead: true, clock: true })
    breaks(desk)
    const said: string[] = []
    for (let second = 0; second < 25; second++) {
      await desk.pass(1_000)
      const now = await saysLive()
      said.push(
        `${second} s: ${Object.entries(now)
          .filter(([, live]) => live !== now.badge)
          .map(([part]) => part)}`,
      )
    }
    expect(said.filter((each) => !each.endsWith(': '))).toEqual([])
    mends(desk)
    await desk.pass(60_000)
    expect(await all()).toEqual(new Set([true]))
  })
})

describe('levels during a gap', () => {
  const HOOK = { id: 'gate', kind: 'webhook', url: 'https://gate.example.com/', secret: 'x'.repeat(32) }

  /** Opens a desk and a wall card for a place in a storm, and the messages received by a webhook. */
  async function openInAStorm() {
    const took: Alarm[] = []
    const desk = await openDesk('/?watch=.golf&place=golf', {
      guarded: [placeOf('golf', { name: 'Golf' })],
      channels: [HOOK],
      async post({ body }) {
        took.push(JSON.parse(body) as Alarm)
        return { status: 204, text: '' }
      },
      beside: <Watched />,
    })
    await waitFor(() => expect(useAlarmLog.getState().line.kind).toBe('live'))
    await waitFor(() => expect(useLevels.getState().line).toBe('whole'))
    const watched = desk.watched!
    await act(() => watched.run(2))
    watched.strike(3)
    await act(() => watched.run(20))
    return { ...desk, watched, took }
  }

  /** By tag: searching a whole desk by role is slow. */
  const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? ''

  it('states on each screen and to a receiver since when data are missing, hides no state, and recovers automatically', async () => {
    const { watched, took, lightning } = await openInAStorm()
    const screens = () => ({
      chip: textOf('nav[aria-label="Watched airports and places"]'),
      card: textOf('section[aria-label="Lightning hold timer"]'),
      wall: textOf('ul[aria-label="Watched airports and places"]'),
    })
    const isOn = () => document.querySelectorAll('[aria-label="Lightning levels"] > [data-state="on"]').length
    await waitFor(() => expect(isOn()).toBe(3))
    expect(screens()).toMatchObject({
      chip: expect.stringMatching(/Golf◎5 hold 10\smin/),
      wall: expect.stringMatching(/5 km ring Golf +16:1\d/),
    })

    lightning.stall()
    for (let s = 0; s < 45; s += 15) await act(() => watched.silence(15))
    expect(screens()).toEqual({
      chip: expect.stringContaining('Golf◎5 no data since 08:00 UTC'),
      card: expect.stringMatching(/count-down paused, no data.*Data \d+% of 10 min; no data since 08:00:2\d UTC/),
      wall: expect.stringContaining('◎5 no data since 16:00'),
    })
    expect(isOn()).toBe(3)
    expect(took.map(({ step, observed }) => `${step} ${observed?.now}`)).toEqual(['up true', 'observation false'])
    expect(took.at(-1)!.text).toMatch(/No lightning data since 08:00:2\d UTC; the situation since then is unknown/)

    lightning.goOn()
    await act(() => watched.run(3))
    expect(screens()).toEqual({
      chip: expect.stringMatching(/Golf◎5 hold 10\smin/),
      card: expect.stringMatching(/5 km ring: not before 08:1\d UTC, if no further strike.*Data \d+% of 10 min/),
      wall: expect.stringMatching(/5 km ring Golf +16:1\d/),
    })
    expect(screens().card).not.toContain('no data since')
    expect(isOn()).toBe(3)
    expect(took.map(({ step, observed }) => `${step} ${observed?.now}`).slice(2)).toEqual(['observation true'])
  })
})

describe('the past', () => {
  it('hatches a time before the page was opened, and before anything was kept, with unknown counts in the rings', async () => {
    const desk = await openDesk('/?layers=lightning', { beside: <Probe />, isAlone: true })
    await desk.pass(1_000)
    for (const agoMs of [HOUR_MS, 400 * HOUR_MS]) {
      act(() => usePage.getState().showAt(desk.clock.now() - agoMs))
      await desk.pass(5_000)
      expect(screen.getByRole('note').textContent).toBe('1 ? ? ?')
    }
  })

  it('labels all present data as current while the map shows the past', async () => {
    const desk = await openDesk('/?layers=lightning,fires&watch=ZSPD&airport=ZSPD', { beside: <WorstList /> })
    await desk.pass(1_000)
    expect(screen.queryByText(/^Current, not/)).toBeNull()
    act(() => usePage.getState().showAt(desk.clock.now() - 20 * MINUTE_MS))
    await desk.pass(2_000)
    const current = /^Current, not 07:40 UTC/
    const worst = await screen.findByRole('region', { name: 'Worst airports now' })
    expect(await within(worst).findByText(current)).toBeTruthy()
    expect(
      within(screen.getByRole('navigation', { name: 'Watched airports and places' })).getByText(current),
    ).toBeTruthy()
    expect(
      within((await screen.findByRole('switch', { name: 'Fires' })).closest('li')!).getByText(current),
    ).toBeTruthy()
    const partlyCurrent = /^The map shows 07:40 UTC. Anything here without that time is current/
    expect(within(screen.getByRole('complementary')).getByText(partlyCurrent)).toBeTruthy()
    act(() => usePage.getState().setBoard({ open: true }))
    await desk.pass(1_000)
    await screen.findByRole('region', { name: 'Airport board' })
    expect(screen.getAllByText(partlyCurrent)).toHaveLength(2)
  })
})
