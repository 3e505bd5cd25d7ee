import { expect, it, vi } from 'vitest'
import { openPushed, showPush } from './push.ts'

const registration = { showNotification: vi.fn(async (_: string, __: NotificationOptions) => {}) }

it('shows a message in the language of its page, by its tag, so that the next one replaces it and sounds if requested', async () => {
  const message = {
    title: '东高尔夫球场',
    body: '雷电',
    tag: 'golf.alarm.1',
    link: 'https://map.example.com/?t=1',
    lang: 'zh',
  }
  await showPush(JSON.stringify(message), { registration })
  expect(registration.showNotification).toHaveBeenLastCalledWith('东高尔夫球场', {
    body: '雷电',
    tag: 'golf.alarm.1',
    renotify: false,
    lang: 'zh',
    icon: '/icon-192.png',
    data: { link: 'https://map.example.com/?t=1' },
  })
  await showPush(JSON.stringify({ ...message, renotify: true }), { registration })
  expect(registration.showNotification.mock.lastCall?.[1]).toMatchObject({ tag: 'golf.alarm.1', renotify: true })
})

it.each([null, '', '{', '[]', '{"body":"x"}'])('shows that an unreadable message arrived: %j', async (text) => {
  registration.showNotification.mockClear()
  await showPush(text, { registration })
  const [title, { body }] = registration.showNotification.mock.calls[0]!
  expect([title, body]).toEqual(['Brontide', expect.stringMatching(/can not be read.*无法读取/)])
})

it.each([
  [{ link: 'https://map.example.com/?t=1' }, 'https://map.example.com/?t=1'],
  [{ link: null }, '/'],
  [{ link: 'javascript:alert(1)' }, '/'],
  [null, '/'],
])('opens the moment that it is of: %j', async (data, url) => {
  const clients = { openWindow: vi.fn(async () => null) }
  const close = vi.fn()
  await openPushed({ close, data }, { clients })
  expect(clients.openWindow).toHaveBeenCalledWith(url)
  expect(close).toHaveBeenCalledOnce()
})
