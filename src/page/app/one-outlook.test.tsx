// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { crossingNowcast, crossingStrikes } from '../../testing/crossing-nowcast.ts'
import { openDesk } from '../../testing/page-kit.tsx'
import { ArrivalCell } from '../features/board/board-cells.tsx'
import { Trouble } from '../features/board/trouble.tsx'
import { useAllRows } from '../features/board/use-board-rows.ts'
import WallWorst from '../features/board/wall-worst.tsx'

const OPENED_MS = Date.UTC(2026, 6, 1, 8)
const TIMES = /\d\d:\d\d \(\d\d:\d\d–\d\d:\d\d\)/
/** What storms are found in. */
const STORM_MINUTES = 15
const strikes = crossingStrikes(OPENED_MS, 20)
const nowcast = crossingNowcast(strikes, OPENED_MS)

/** The cell of the board and the card of the wall; a table shows no rows where nothing has a size. */
function Beside() {
  const row = useAllRows().find(({ airport }) => airport.icao === 'ZSPD')
  return (
    <>
      <section aria-label="cell">{row ? <ArrivalCell row={row} /> : null}</section>
      <section aria-label="chip">{row ? <Trouble row={row} isFitted /> : null}</section>
      <WallWorst />
    </>
  )
}

async function openAll(over = nowcast) {
  const desk = await openDesk('/?airport=ZSPD', { nowcast: over, beside: <Beside /> })
  await desk.pass(2_000)
  const clock = within(screen.getByRole('region', { name: 'Lightning clock' }))
  return { clock, cell: within(screen.getByRole('region', { name: 'cell' })) }
}

it('tells the arrival of the crossing storm alike in the panel, on the board and on the wall', async () => {
  const { clock, cell } = await openAll()
  const times = clock.getByText(/^Within 5 km: storm/).textContent!.match(TIMES)?.[0]
  expect(times).toBeTruthy()
  expect(cell.getByText(`5 km ${times}`)).toBeTruthy()
  const chip = within(screen.getByRole('region', { name: 'chip' })).getByTitle(`5 km ${times}`)
  expect(chip.textContent).toBe(`5 km ${times!.slice(0, 5)}`) // the room of a count-down, so that nothing moves
  const next = screen.getByRole('region', { name: 'Next arrival of a storm' }).textContent
  expect(next).toMatch(/ZSPD5 km in \d+ min/)
  expect(next).toContain(`${times} UTC · Shanghai`)
})

it('says everywhere that it is not known while it is not', async () => {
  const { outlook, places } = nowcast.latest()!
  const { clock, cell } = await openAll({ ...nowcast, latest: () => ({ outlook, places, isObserved: false }) })
  expect(clock.getByText(/^Outlook unknown: too little/)).toBeTruthy()
  expect(cell.getByTitle(/^Unknown/).textContent).toBe('?')
  expect(screen.getByText('Next arrival unknown')).toBeTruthy()
})

it('tells it alike on the card of the storm, which an address can name', async () => {
  const [storm] = nowcast.latest()!.outlook.storms
  const name = `${OPENED_MS / 1_000},${storm!.lat.toFixed(2)},${storm!.lon.toFixed(2)}`
  const desk = await openDesk(`/?storm=${name}`, { nowcast, beside: <Beside /> })
  const opened = BigInt(OPENED_MS - STORM_MINUTES * 60_000) * 1_000_000n
  await desk.strike(...strikes.filter(({ time }) => BigInt(time) > opened))
  const cell = within(screen.getByRole('region', { name: 'cell' }))
  const times = cell.getByText(TIMES).textContent
  const card = within(screen.getByRole('region', { name: 'Storm' }))
  const reached = within(card.getByRole('list', { name: 'Arrival (UTC)' }))
  expect(reached.getByRole('button', { name: /ZSPD/ }).textContent).toContain(times)
  await desk.user.click(reached.getByRole('button', { name: /ZSPD/ }))
  expect(location.search).toContain('airport=ZSPD')
})
