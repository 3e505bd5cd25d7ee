// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { strikeRecord } from '../../../testing/fakes/fake-source.ts'
import { openDesk } from '../../../testing/page-kit.tsx'
import { usePage } from '../../state/page-store.ts'
import { strikeId } from './panel/strike-id.ts'
import { useUnobserved } from './row/lightning-extras.tsx'

function Unobserved() {
  return <output data-testid="unobserved">{useUnobserved()}</output>
}

describe('the row', () => {
  const AT_MS = Date.UTC(2026, 6, 1, 8)
  const SECOND_MS = 1_000
  const row = async () => (await screen.findByText('How strikes are drawn')).closest('section')!

  it('keeps choices and legend mounted while the status is updated each second', async () => {
    const desk = await openDesk()
    await desk.strike(strikeRecord({ time: BigInt(AT_MS) * 1_000_000n }))
    const shown = await row()
    const said = shown.querySelector('p')!
    await desk.pass(2 * SECOND_MS)
    const changed: Node[] = []
    const before = said.parentElement!.textContent
    const observer = new MutationObserver((records) => changed.push(...records.map(({ target }) => target)))
    observer.observe(shown, { subtree: true, childList: true, attributes: true, characterData: true })
    await desk.strike(strikeRecord({ time: BigInt(AT_MS + 1) * 1_000_000n, lat: 31 }))
    observer.disconnect()
    expect(said.parentElement!.textContent).not.toBe(before)
    expect(changed.filter((node) => !said.parentElement!.contains(node))).toEqual([])
  })

  it('offers polarities once a strike had one', async () => {
    const desk = await openDesk()
    await desk.strike(strikeRecord({ time: BigInt(AT_MS) * 1_000_000n, pol: 0 }))
    const shown = within(await row())
    expect(shown.queryByRole('group', { name: 'Polarity' })).toBeNull()
    await desk.strike(strikeRecord({ time: BigInt(AT_MS + 1) * 1_000_000n, pol: -1 }))
    await desk.pass(SECOND_MS)
    expect(shown.getByRole('group', { name: 'Polarity' })).toBeTruthy()
  })

  it('shows "?" in each ring and that the time was unobserved, before the start of the history', async () => {
    const desk = await openDesk('/?layers=lightning&airport=ZSPD', { beside: <Unobserved /> })
    await screen.findByText(/^Strokes around the selection: /)
    // This server stores no history: one minute of the half hour is known.
    expect(screen.getByTestId('unobserved').textContent).toBe('0.9')
    act(() => usePage.getState().showAt(desk.clock.now() - 400 * 24 * 3_600_000))
    await desk.pass(3_000)
    expect(await screen.findByText(/^Not observed: the 30 min to/)).toBeTruthy()
    expect(screen.getByText(/^Strokes around the selection: \? within 5/)).toBeTruthy()
    expect(screen.getByTestId('unobserved').textContent).toBe('1')
  })

  it('hatches the map by the unobserved share of the shown window, and not at all once complete', async () => {
    const desk = await openDesk('/?layers=lightning&window=5', { beside: <Unobserved />, isAlone: true })
    const strength = () => Number(screen.getByTestId('unobserved').textContent)
    const seen: number[] = []
    for (let minute = 0; minute < 5; minute++) {
      await desk.pass(60_000)
      seen.push(strength())
    }
    expect(seen[0]).toBeGreaterThan(0.3)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
    expect(seen.at(-1)).toBe(0)
  })
})

describe('a strike', () => {
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
})
