import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type ClientOptions, WebSocket } from 'ws'
import { API_PATHS } from '../../contract/api-paths.ts'
import type { Product } from '../../contract/auth.ts'

/** The target of an attack, and its loopback source address; each address of `127.0.0.0/8` is a separate client. */
export interface Target {
  port: number
  from: string
  /** The path of a large file of the page. */
  asset: string
  /** Port of the upstream's proxy. */
  proxyPort: number
  /** Cookies of a signed-in browser. */
  cookie?: string
}

const HOST = '127.0.0.1'

/** A response that was read to its end. */
export interface Answered {
  status: number
  text: string
}

/** Addresses of one attacker. */
const ADDRESSES = 8
/** The same target from another address of that attacker. */
export function elsewhere(target: Target, i: number): Target {
  return { ...target, from: target.from.replace(/\.\d+$/, `.${100 + (i % ADDRESSES)}`) }
}

/** The head of a response; its body is not read. */
export function open(
  { port, from, cookie }: Target,
  path: string,
  { body = '', headers = {}, ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<IncomingMessage> {
  const sent = cookie === undefined ? headers : { cookie, ...headers }
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: HOST, port, path, localAddress: from, agent: false, headers: sent, ...options },
      (answer) => {
        // A held connection that is cut off is expected.
        resolve(answer.on('error', () => {}))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

export async function ask(...question: Parameters<typeof open>): Promise<Answered> {
  const answer = await open(...question)
  let text = ''
  for await (const piece of answer) text += piece
  return { status: answer.statusCode ?? 0, text }
}

const TRIES = 20

/** The same again where the connection was cut off. */
async function again<T>(run: () => Promise<T>, tries = TRIES): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await run()
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

/** A page's token. */
export async function mint(target: Target, product: Product): Promise<string> {
  const { status, text } = await again(() => ask(target, `${API_PATHS.token}/${product}`, { method: 'POST' }))
  if (status !== 200) throw new Error(`A token for ${product} was answered with ${status}: ${text}`)
  return (JSON.parse(text) as { token: string }).token
}

/** The shared password. */
export const PASSWORD = 'of all users here'

/** The same target as a signed-in user. */
export async function signIn(target: Target, name: string): Promise<Target> {
  const body = JSON.stringify({ name, password: PASSWORD })
  const answer = await open(target, API_PATHS.session, { method: 'POST', body })
  const cookies = answer.headers['set-cookie'] ?? []
  answer.resume()
  if (answer.statusCode !== 200) throw new Error(`The sign-in of ${name} was answered with ${answer.statusCode}.`)
  return { ...target, cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') }
}

/** An idle connection; its end, also as a reset, is not an error. */
export function plainSocket({ port, from }: Target, options: { allowHalfOpen?: boolean } = {}): Socket {
  return connect({ port, host: HOST, localAddress: from, ...options }).on('error', () => {})
}

export function webSocket({ port, from }: Target, path: string, credential: string): WebSocket {
  const options: ClientOptions & { localAddress: string } = {
    localAddress: from,
    headers: { authorization: `Bearer ${credential}` },
  }
  return new WebSocket(`ws://${HOST}:${port}${path}`, options).on('error', () => {})
}
