// @vitest-environment happy-dom
import '../../testing/page-globals.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, type ReactNode, StrictMode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createI18n } from '../i18n/i18n.ts'
import { lazyPart, loadPartsEarly, partOnDemand } from '../ui/part/lazy-part.ts'
import { LayerBoundary, useFailedLayers } from './layer-boundary.tsx'
import { PartBoundary, ToolBoundary } from './part-boundary.tsx'
import { type ServerConnection, ServerConnectionProvider } from './server-connection.ts'

const clock = createFakeClock()
const connection = { clock } as Partial<ServerConnection> as ServerConnection
const network = { isThere: false, requests: 0 }
const Timer = ({ icao = '' }: { icao?: string }) => <p>hold timer {icao}</p>
const load = async (): Promise<{ default: ComponentType<{ icao?: string }> }> => {
  network.requests++
  if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module')
  return { default: Timer }
}

const seen: string[] = []
function Loading() {
  seen.push('loading')
  return null
}

const broken = { is: false }
function Broken() {
  if (broken.is) throw new Error('no such airport')
  return <p>hold timer</p>
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  Object.assign(network, { isThere: false, requests: 0 })
})
afterEach(() => {
  cleanup()
  const complaints = vi.mocked(console.error).mock.calls.map(([said]) => String(said))
  expect(complaints.filter((said) => said.includes('incorrect use of use()'))).toEqual([])
})

const show = (content: ReactNode, lang: 'en' | 'zh' = 'en') =>
  act(async () =>
    render(
      <StrictMode>
        <I18nextProvider i18n={createI18n(lang)}>
          <ServerConnectionProvider value={connection}>{content}</ServerConnectionProvider>
        </I18nextProvider>
      </StrictMode>,
    ),
  )
const pass = (ms: number) => act(() => clock.advance(ms))
const text = () => document.body.textContent

it.each([
  ['en', 'This part failed to load'],
  ['zh', '这一部分无法显示'],
] as const)('says that a part failed to load, and loads it again at growing intervals: %s', async (lang, said) => {
  const Part = partOnDemand(load)
  await show(
    <PartBoundary loading="…">
      <Part icao="ZSPD" />
    </PartBoundary>,
    lang,
  )
  await pass(10 * 60_000)
  expect(text()).toContain(said)
  const tries = network.requests
  await pass(60_000)
  expect(network.requests).toBe(tries + 1)
  expect(text()).toContain(said)
  network.isThere = true
  await pass(60_000)
  expect(text()).toBe('hold timer ZSPD')
  await pass(60_000)
  expect(network.requests).toBe(tries + 2)
})

it('loads at once when the user requests it', async () => {
  const Part = partOnDemand(load)
  await show(
    <ToolBoundary>
      <Part />
    </ToolBoundary>,
  )
  await pass(60_000)
  network.isThere = true
  await act(async () => screen.getByRole('button', { name: 'This part failed to load' }).click())
  await pass(0)
  expect(text()).toBe('hold timer ')
})

it('shows a part that is there without its fallback, and loads one again that failed early', async () => {
  const Part = lazyPart(load)
  const part = (
    <PartBoundary loading={<Loading />}>
      <Part />
    </PartBoundary>
  )
  loadPartsEarly()
  await pass(0)
  network.isThere = true
  await show(part)
  expect([text(), network.requests, seen.length > 0]).toEqual(['hold timer ', 2, true])
  cleanup()
  seen.length = 0
  await show(part)
  expect([text(), seen]).toEqual(['hold timer ', []])
})

it('names a layer of the map that failed until it is drawn, or switched off', async () => {
  const Part = partOnDemand(load)
  const layer = (
    <LayerBoundary id="airports">
      <Part />
    </LayerBoundary>
  )
  const { unmount } = await show(layer)
  await pass(60_000)
  expect([text(), useFailedLayers.getState().ids]).toEqual(['', ['airports']])
  unmount()
  expect(useFailedLayers.getState().ids).toEqual([])
  await show(layer)
  network.isThere = true
  await pass(60_000)
  expect([text(), useFailedLayers.getState().ids]).toEqual(['hold timer ', []])
})

it('says that a part failed for another reason, and shows it when that is over', async () => {
  broken.is = true
  await show(
    <PartBoundary>
      <Broken />
    </PartBoundary>,
  )
  await pass(60_000)
  expect(screen.getByRole('alert').textContent).toContain('This part failed to load')
  broken.is = false
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click())
  expect(text()).toBe('hold timer')
})
