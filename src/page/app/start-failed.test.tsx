// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it } from 'vitest'
import { ContractError } from '../../client/http/contract-api.ts'
import { createI18n } from '../i18n/i18n.ts'
import { StartFailed } from './start-failed.tsx'

afterEach(cleanup)

it.each([
  [new ContractError('unavailable', 'GET /api/config: Failed to fetch'), 'The Brontide server cannot be reached'],
  [new ContractError('timeout', 'GET /api/config: no answer within 10 s'), 'The Brontide server cannot be reached'],
  [new ContractError('unavailable', 'GET /api/config: answered 500', 500), 'Brontide could not start'],
  [new TypeError('x is not a function'), 'Brontide could not start'],
])('distinguishes an unreachable server from a failing one: %s', (error, title) => {
  render(
    <I18nextProvider i18n={createI18n('en')}>
      <StartFailed error={error} />
    </I18nextProvider>,
  )
  expect(screen.getByRole('alert').textContent).toContain(title)
  expect(screen.getByText(error.message).closest('details')?.open).toBe(false)
})
