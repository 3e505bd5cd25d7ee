// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MapOverlay } from '../live/overlay.ts'
import { usePage } from '../state/page-store.ts'
import { MapLayers } from './map-layers.tsx'

vi.mock('./basemap/relief-layer.tsx', () => ({ default: () => null }))
vi.mock('../live/server-connection.ts', () => ({ useServerConnection: () => ({ config: {} }) }))
vi.mock('../live/with-queries.ts', () => ({ WithQueries: ({ children }: { children: ReactNode }) => children }))

beforeEach(() => usePage.setState({ overlaysOn: ['strikes', 'fires', 'airports'] }))
afterEach(cleanup)

const Nothing = () => null
const Strikes = () => <i>strikes </i>
const Fires = () => <i>fires </i>
const Airports = () => <i>airports </i>
const Storms = () => <i>storms </i>
const overlays = Object.entries({ strikes: Strikes, fires: Fires, airports: Airports, storms: Storms }).map(
  ([id, Layer]) => ({ id, Row: Nothing, Layer }),
) as unknown as MapOverlay[]

/** The successive contents of the map. */
async function drawn(isOpened: boolean): Promise<string[]> {
  const seen: string[] = []
  const look = () => {
    const text = document.body.textContent.trim()
    if (text !== seen.at(-1)) seen.push(text)
  }
  await act(async () =>
    render(
      <Profiler id="layers" onRender={look}>
        <MapLayers overlays={overlays} isOpened={isOpened} />
      </Profiler>,
    ),
  )
  return seen
}

it('draws one layer after the other, never two in a piece', async () => {
  expect(await drawn(true)).toEqual(['', 'strikes', 'strikes fires', 'strikes fires airports'])
})

it('draws none before the base map', async () => {
  expect(await drawn(false)).toEqual([''])
})

it('draws one that is switched on later, and leaves the others', async () => {
  const seen = await drawn(true)
  await act(async () => usePage.getState().toggleOverlay('storms'))
  expect(seen.at(-1)).toBe('strikes fires airports storms')
})
