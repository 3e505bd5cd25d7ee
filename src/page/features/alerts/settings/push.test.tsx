// @vitest-environment happy-dom
import '../../../../testing/page-globals.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import strings from '../../../../locales/en/alerts.json' with { type: 'json' }
import { createI18n } from '../../../i18n/i18n.ts'
import { ServerConnectionProvider } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'

/** First, since modules add their texts on loading. */
const words = createI18n('en')
const { PushSetting } = await import('./push-setting.tsx')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  usePage.setState(usePage.getInitialState(), true)
})

/** A browser and a server with the given behaviour. */
async function setUp(of: { key?: string | null; permission?: string; isReached?: boolean; isTaken?: boolean } = {}) {
  const { key = 'BAo_-w', permission = 'granted', isReached = true, isTaken = true } = of
  let held: object | null = null
  const asked: string[] = []
  const subscription = {
    endpoint: 'https://push.example.com/1',
    toJSON: () => ({ endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      held = null
      return true
    },
  }
  const manager = {
    getSubscription: async () => held,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      asked.push(`subscribe ${[...applicationServerKey].join()}`)
      if (!isReached) throw new Error('push service not available')
      held = subscription
      return subscription
    },
  }
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => ({ pushManager: manager }) },
    configurable: true,
  })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => asked.push('permission') && permission })
  const access = {
    pushKey: async () => key,
    async subscribePush(said: { lang: string }) {
      asked.push(`POST ${said.lang}`)
      if (!isTaken) throw new Error('403')
    },
    unsubscribePush: async (endpoint: string) => void asked.push(`DELETE ${endpoint}`),
  }
  const connection = { watch: async () => access } as never
  render(
    <I18nextProvider i18n={words}>
      <ServerConnectionProvider value={connection}>
        <ul>
          <PushSetting />
        </ul>
      </ServerConnectionProvider>
    </I18nextProvider>,
  )
  await act(() => new Promise((resolve) => setImmediate(resolve)))
  return { asked, user: userEvent.setup({ delay: null }) }
}

it('requests permission and subscription after the click, then informs the server', async () => {
  const { asked, user } = await setUp()
  expect(asked).toEqual([])
  expect(screen.getByText(/never rely on it alone/i)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: strings.pushStart }))
  await screen.findByText(strings.pushState.on)
  expect(asked).toEqual(['permission', 'subscribe 4,10,63,251', 'POST en'])
  await act(async () => usePage.setState({ lang: 'zh' }))
  await expect.poll(() => asked.at(-1)).toBe('POST zh')
  await user.click(await screen.findByRole('button', { name: strings.pushEnd }))
  await screen.findByText(strings.pushState.off)
  expect(asked.at(-1)).toBe('DELETE https://push.example.com/1')
})

it.each([
  [{ permission: 'denied' }, 'denied'],
  [{ isReached: false }, 'unreached'],
  [{ isTaken: false }, 'refused'],
] as const)('explains why messages do not reach this device: %j', async (of, state) => {
  const { user } = await setUp(of)
  await user.click(screen.getByRole('button', { name: strings.pushStart }))
  expect((await screen.findByRole('alert')).textContent).toBe(strings.pushState[state])
})

it('reports a browser without support, and hides the setting if the server has no such channel', async () => {
  await setUp({ key: null })
  expect(screen.queryByRole('listitem')).toBeNull()
  cleanup()
  const set = setUp()
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => undefined },
    configurable: true,
  })
  await set
  expect(await screen.findByText(strings.pushState.unable)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
