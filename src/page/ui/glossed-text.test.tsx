// @vitest-environment happy-dom
import '../../testing/page-globals.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { GlossedText } from './glossed-text.tsx'

afterEach(cleanup)

const PARTS = [
  { text: 'METAR', gloss: 'A routine report' },
  { text: 'ZSPD', gloss: 'Airport: Pudong' },
]

async function atTheSecondPart() {
  render(
    <div data-testid="scroller">
      <GlossedText label="Raw report" parts={PARTS} />
    </div>,
  )
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect((await screen.findByRole('tooltip')).textContent).toContain('Airport: Pudong')
  return user
}

it('keeps the tooltip of the focused part while the text scrolls', async () => {
  await atTheSecondPart()
  fireEvent.scroll(screen.getByTestId('scroller'))
  expect(screen.getByRole('tooltip').textContent).toContain('Airport: Pudong')
})

it.each(['{Escape}', '{Tab}'])('hides it on %s', async (key) => {
  const user = await atTheSecondPart()
  await user.keyboard(key)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
