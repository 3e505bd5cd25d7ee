// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { NumberField } from './number-field.tsx'

const ALLOWED = 'From 1 to 100 m/s'

afterEach(cleanup)

function Gust({ isWhole, onTake }: { isWhole: boolean; onTake(value: number | null): void }) {
  const [value, setValue] = useState<number | null>(17)
  const take = (next: number | null) => {
    onTake(next)
    setValue(next)
  }
  return (
    <NumberField
      label="Gust"
      value={value}
      range={[1, 100]}
      step={1}
      isWhole={isWhole}
      allowed={ALLOWED}
      onChange={take}
    />
  )
}

function show(isWhole = false) {
  const taken: (number | null)[] = []
  render(<Gust isWhole={isWhole} onTake={(value) => taken.push(value)} />)
  return { field: screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Gust' }), taken, user: userEvent.setup() }
}

it('has no value while empty, and then the typed one', async () => {
  const { field, taken, user } = show()
  await user.clear(field)
  expect(field.value).toBe('')
  expect(screen.getByRole('alert').textContent).toBe(ALLOWED)
  await user.type(field, '12')
  expect(field.value).toBe('12')
  expect(taken).toEqual([null, 1, 12])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('keeps an invalid text, with the allowed range, when it loses the focus', async () => {
  const { field, taken, user } = show()
  await user.type(field, '5')
  await user.tab()
  expect(field.value).toBe('175')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText(ALLOWED).id).toBe(field.getAttribute('aria-describedby'))
  expect(taken).toEqual([null])
})

it('takes no part of a whole number', async () => {
  const { field, taken, user } = show(true)
  await user.clear(field)
  await user.paste('2.5')
  expect(taken.at(-1)).toBe(null)
})
