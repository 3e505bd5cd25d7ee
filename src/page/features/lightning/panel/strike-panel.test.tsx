// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { strikeRecord } from '../../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../../testing/page-kit.tsx'
import { strikeId } from './strike-id.ts'

const AT_MS = Date.UTC(2026, 6, 1, 8)
const WHERE = { lat: 31.17, lon: 121.805 }
const ADDRESS = `/?strike=${strikeId({ timeMs: AT_MS, ...WHERE })}`
const panel = async () => within(await screen.findByRole('region', { name: 'Lightning strike' }))

it('shows time, position and accuracy of a strike', async () => {
  const desk = await openDesk(ADDRESS)
  await desk.strike(strikeRecord({ time: BigInt(AT_MS) * 1_000_000n, ...WHERE, pol: -1, mds: 9_000, mcg: 150 }))
  const shown = await panel()
  expect(await shown.findByText('08:00:00.000')).toBeTruthy()
  expect(shown.getByText('31.17000°N 121.80500°E')).toBeTruthy()
  expect(shown.getByText('Negative')).toBeTruthy()
  expect(shown.getByText('9,000')).toBeTruthy()
  expect(shown.getByText(/of ZSPD/)).toBeTruthy()
})

it('reports a strike that is not held', async () => {
  await openDesk(ADDRESS)
  expect(await (await panel()).findByText(/no longer loaded/)).toBeTruthy()
})

it('reports a URL that names no strike', async () => {
  await openDesk('/?strike=nonsense')
  expect(await (await panel()).findByText(/nonsense/)).toBeTruthy()
})
