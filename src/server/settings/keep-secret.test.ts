import { describe, expect, it, vi } from 'vitest'
import type { Environment, Socket } from '../../client/session/environment.ts'
import { keepSecret } from './keep-secret.ts'

const KEY = 'sk-a+b/c.d'

const letter = (write: (code: number) => string) => [...KEY].map((each) => write(each.charCodeAt(0))).join('')
const hex = (code: number) => code.toString(16)

const FORMS = [
  ['as it is', KEY],
  ['in JSON, one letter escaped', '\\u0073k-a+b/c.d'],
  ['in JSON, all letters escaped', letter((code) => `\\u00${hex(code)}`)],
  ['in JSON within JSON', letter((code) => `\\\\u00${hex(code).toUpperCase()}`)],
  ['in JSON, the slash escaped', 'sk-a+b\\/c.d'],
  ['in an address', encodeURIComponent(KEY)],
  ['in an address within an address', encodeURIComponent(encodeURIComponent(KEY))],
  ['in HTML', letter((code) => `&#${code};`)],
  ['in HTML by hexadecimal numbers', letter((code) => `&#x${hex(code)};`)],
  ['by a shell', letter((code) => `\\x${hex(code)}`)],
  ['by its code points', letter((code) => `\\u{${hex(code)}}`)],
  ['in hexadecimal', Buffer.from(KEY).toString('hex')],
  ['in hexadecimal capitals', Buffer.from(KEY).toString('hex').toUpperCase()],
] as const

const TELLING = 'a+b/c'
/** Everything that a reader could decode from a text: all possible base64 is decoded. */
const decoded = (text: string) =>
  text
    .split(/[^\w+/=-]/)
    .flatMap((run) => [0, 1, 2, 3].map((i) => Buffer.from(run.slice(i), 'base64').toString('latin1')))

async function textOf(body: string) {
  const environment = { fetch: async () => new Response(body) } as unknown as Environment
  return (await keepSecret(environment, KEY).fetch('https://x', {})).text()
}

describe('received content', () => {
  it.each(FORMS)('holds no key written %s', async (_how, key) => {
    expect(await textOf(`{"detail":"who is ${key}?"}`)).toBe('{"detail":"who is [secret]?"}')
  })

  it.each(['', 'u', 'us', 'user:', 'Bearer '])('holds no key in base64 after %j', async (before) => {
    for (const alphabet of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${KEY} was sent`).toString(alphabet)
      for (const written of [text, text.replaceAll('/', '\\/'), encodeURIComponent(text)]) {
        expect(decoded(written.replaceAll('\\', '')).join().includes(TELLING) || written.includes('%')).toBe(true)
        const answer = await textOf(`{"detail":"${written}"}`)
        expect(answer).toContain('[secret]')
        expect(decoded(answer).join()).not.toContain(TELLING)
      }
    }
  })

  it('holds no key in its headers', async () => {
    const environment = {
      fetch: async () => new Response('', { headers: { 'content-type': `text/${KEY}`, 'retry-after': '7' } }),
    } as unknown as Environment
    const { headers } = await keepSecret(environment, KEY).fetch('https://x', {})
    expect([headers.get('content-type'), headers.get('retry-after')]).toEqual(['text/[secret]', '7'])
  })

  it('is otherwise as it was', async () => {
    const text = '{"a":"\\u96f7 100% & &#107; sk-a+b/c","b":"sk-"}'
    expect(await textOf(text)).toBe(text)
  })
})

it('passes on all messages and events of a socket, except the key', () => {
  const inner: Socket = { send: vi.fn(), close: vi.fn(), ping: vi.fn(), onopen: null, onmessage: null, onclose: null }
  const environment = { openSocket: () => inner } as unknown as Environment
  const socket = keepSecret(environment, KEY).openSocket('wss://x', {})
  const heard: unknown[] = []
  socket.onopen = () => heard.push('open')
  socket.onmessage = (text) => heard.push(text)
  socket.onpong = () => heard.push('pong')
  socket.onclose = (code, reason) => heard.push(code, reason)
  inner.onopen?.()
  inner.onmessage?.(`no ${KEY}`)
  inner.onpong?.()
  inner.onclose?.(4001, '\\u0073k-a+b/c.d is unknown')
  expect(heard).toEqual(['open', 'no [secret]', 'pong', 4001, '[secret] is unknown'])
  socket.ping?.()
  expect(inner.ping).toHaveBeenCalledOnce()
})
