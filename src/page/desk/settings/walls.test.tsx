// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { expect, it, vi } from 'vitest'
import { statusError } from '../../../client/http/exchange.ts'
import type { WallAccess } from '../../../client/session/walls.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createI18n } from '../../i18n/i18n.ts'
import { type ServerConnection, ServerConnectionProvider } from '../../live/server-connection.ts'

const words = createI18n('en')
const { default: Walls } = await import('./walls.tsx') // adds its texts on loading

it('tells a user without the role so, and keeps the name', async () => {
  vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function open(this: HTMLDialogElement) {
    this.open = true
  })
  const access: WallAccess = {
    list: async () => [],
    admitWall: async () => Promise.reject(statusError(403, 'POST /api/walls', { detail: 'not permitted' })),
    turnAway: async () => {},
  }
  render(
    <I18nextProvider i18n={words}>
      <ServerConnectionProvider value={{ clock: createFakeClock() } as unknown as ServerConnection}>
        <Walls walls={async () => access} onClose={() => {}} />
      </ServerConnectionProvider>
    </I18nextProvider>,
  )
  const user = userEvent.setup()
  const name: HTMLInputElement = await screen.findByRole('textbox', { name: 'Name of the wall' })
  await user.type(name, 'Tower{Enter}')
  expect(await screen.findByText(/the roles of this server do not include you/)).toBeTruthy()
  expect(name.value).toBe('Tower')
})
