// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { DraftField } from './draft-field.tsx'

afterEach(cleanup)

function Even({ onTake }: { onTake(value: number): void }) {
  const [value, setValue] = useState(8)
  return (
    <DraftField
      label="Even"
      text={String(value)}
      allowed="An even number"
      apply="Apply"
      parse={(text) => (text.trim() !== '' && Number(text) % 2 === 0 ? Number(text) : null)}
      onApply={(next) => {
        onTake(next)
        setValue(next)
      }}
    />
  )
}

function show() {
  const taken: number[] = []
  render(<Even onTake={(value) => taken.push(value)} />)
  return { field: screen.getByRole<HTMLInputElement>('textbox', { name: 'Even' }), taken, user: userEvent.setup() }
}

it('applies a typed value only by Enter or by its button', async () => {
  const { field, taken, user } = show()
  await user.clear(field)
  await user.type(field, '12')
  expect(taken).toEqual([])
  await user.keyboard('{Enter}')
  expect(taken).toEqual([12])
  expect(screen.queryByRole('button')).toBeNull()
  await user.type(field, '0')
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(taken).toEqual([12, 120])
})

it('shows the allowed range for an invalid text, and changes nothing', async () => {
  const { field, taken, user } = show()
  await user.type(field, '1{Enter}')
  expect(screen.getByText('An even number').id).toBe(field.getAttribute('aria-describedby'))
  expect(field.value).toBe('81')
  expect(taken).toEqual([])
  await user.keyboard('{Escape}')
  expect(field.value).toBe('8')
  expect(screen.queryByRole('alert')).toBeNull()
})
