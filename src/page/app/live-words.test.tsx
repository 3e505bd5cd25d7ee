// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { openDesk } from '../../testing/page-kit.tsx'

type Desk = Awaited<ReturnType<typeof openDesk>>

/** Whether each component of the desk states that its data are live. */
async function saysLive(): Promise<Record<string, boolean>> {
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
  const slider = timeline.getByRole('slider', { name: 'Shown time' })
  const row = screen.getAllByRole('listitem').find((item) => within(item).queryByRole('switch', { name: 'Lightning' }))!
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
