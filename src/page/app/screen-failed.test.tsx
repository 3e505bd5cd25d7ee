// @vitest-environment happy-dom
import '../../testing/page-globals.ts'
import { cleanup, render } from '@testing-library/react'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { SECOND_MS } from '../../core/time/durations.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createI18n } from '../i18n/i18n.ts'
import { ServerConnectionProvider } from '../live/server-connection.ts'
import { ScreenFailed } from './screen-failed.tsx'

const isThere = vi.hoisted(() => ({ mayReload: true }))
// As after a server upgrade: chunks of this page no longer exist.
vi.mock('../wall/may-reload.ts', () => {
  if (!isThere.mayReload) throw new Error('404')
  return { mayReload: () => true }
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.resetModules()
})

function fail(checkServer: () => Promise<unknown>) {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const clock = createFakeClock()
  render(
    <I18nextProvider i18n={createI18n('en')}>
      <ServerConnectionProvider value={{ clock, checkServer } as never}>
        <ScreenFailed reason="gone" />
      </ServerConnectionProvider>
    </I18nextProvider>,
  )
  const pass = async () => {
    await clock.advance(5 * SECOND_MS)
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { reload, pass }
}

it.each([false, true])('is reloaded once its server responds; all chunks of the page exist: %s', async (areThere) => {
  isThere.mayReload = areThere
  const { reload, pass } = fail(async () => {})
  await pass()
  expect(reload).toHaveBeenCalled()
})

it('stays while its server is unreachable', async () => {
  const { reload, pass } = fail(() => Promise.reject(new Error('away')))
  await pass()
  expect(reload).not.toHaveBeenCalled()
})
