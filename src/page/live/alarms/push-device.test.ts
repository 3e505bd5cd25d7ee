// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { endPushHere, renewPush } from './push-device.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that is subscribed, or is not. */
function setUp(isSubscribed: boolean) {
  const ended = vi.fn(async () => true)
  const toJSON = () => ({ endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } })
  const getSubscription = async () => (isSubscribed ? { toJSON, unsubscribe: ended } : null)
  const value = { getRegistration: async () => ({ pushManager: { getSubscription } }) }
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true })
  vi.stubGlobal('PushManager', class {})
  return { ended, access: { subscribePush: vi.fn(async () => {}) } }
}

it('renews an existing subscription at the server on page load', async () => {
  const { access } = setUp(true)
  await renewPush(access, 'zh')
  expect(access.subscribePush.mock.calls).toEqual([
    [{ endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' }, lang: 'zh' }],
  ])
  const none = setUp(false)
  await renewPush(none.access, 'zh')
  expect(none.access.subscribePush).not.toHaveBeenCalled()
})

it('ends the browser’s subscription', async () => {
  const { ended } = setUp(true)
  await endPushHere()
  expect(ended).toHaveBeenCalledOnce()
})
