// @vitest-environment happy-dom
import '../../../testing/page-globals.ts'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it } from 'vitest'
import { words } from '../../../testing/locales/page-words.ts'
import QueryProvider from '../../live/query-provider.tsx'
import { ServerConnectionProvider } from '../../live/server-connection.ts'

const { DeliveriesOfRow } = await import('./deliveries-of-row.tsx')

afterEach(cleanup)

it('shows recipients, times and receipts of a row on request', async () => {
  const asked: string[] = []
  const access = {
    async deliveries(id: string) {
      asked.push(id)
      const at = '2026-07-01T08:00:05.000Z'
      return [{ row: id, channel: 'gate', at, attempts: 2, outcome: 'accepted' as const, receipt: '204' }]
    },
  }
  const connection = { watch: async () => access } as never
  render(
    <I18nextProvider i18n={words}>
      <QueryProvider>
        <ServerConnectionProvider value={connection}>
          <DeliveriesOfRow ids={['golf.r5.on.1']} />
        </ServerConnectionProvider>
      </QueryProvider>
    </I18nextProvider>,
  )
  expect(asked).toEqual([])
  await userEvent.setup({ delay: null }).click(screen.getByText('Deliveries'))
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toMatch(/^gate · .*08:00:05 UTC · accepted · attempts: 2 · 204$/)
})
