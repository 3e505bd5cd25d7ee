// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../testing/page-kit.tsx'

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
  const section = within(await screen.findByRole('region', { name: 'Lightning clock' }))
  const ring = async (km: number) =>
    (await section.findByText(`${km} km`, { selector: 'li > span' })).parentElement!.textContent
  return { desk, section, ring }
}

it('counts down in each ring from the last strike in it', async () => {
  const { desk, ring } = await openTimer()
  await desk.strike(strikeAt(desk.clock.now()))
  await desk.pass(3_000)
  expect(await ring(5)).toMatch(/^5 km29:5\d1 stroke/)
  await desk.pass(60_000)
  expect(await ring(5)).toMatch(/^5 km28:5\d1 stroke/)
})

it('begins anew with another strike', async () => {
  const { desk, ring } = await openTimer()
  await desk.strike(strikeAt(desk.clock.now()))
  await desk.pass(60_000)
  await desk.strike(strikeAt(desk.clock.now()))
  await desk.pass(3_000)
  expect(await ring(5)).toMatch(/^5 km29:5\d2 strokes/)
})

it('keeps an airport in sight at the top of the desk', async () => {
  const { desk, section } = await openTimer()
  await desk.user.click(section.getByRole('button', { name: 'Watch' }))
  const strip = within(await screen.findByRole('navigation', { name: 'Watched airports' }))
  expect(strip.getByRole('button', { name: /^ZSPD/ })).toBeTruthy()
  expect(location.search).toContain('watch=ZSPD')
})
