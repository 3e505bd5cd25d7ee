import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type ClientOptions, WebSocket } from 'ws'
import { API_PATHS } from '../../contract/api-paths.ts'
import type { Product } from '../../contract/auth.ts'

/** Whom an attack is against, and from which address of the loopback; each of `127.0.0.0/8` is a client of its own. */
export interface Target {
  port: number
  from: string
  /** The path of a large file of the page. */
  asset: string
}

const HOST = '127.0.0.1'

/** An answer that was read to its end. */
export interface Answered {
  status: number
  text: string
}

/** The head of an answer, of which nothing more is read until somebody does. */
export function open(
  { port, from }: Target,
  path: string,
  { body = '', ...options }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: HOST, port, path, localAddress: from, agent: false, ...options }, (answer) => {
      // That one which is held is cut off is no error of ours.
      resolve(answer.on('error', () => {}))
    })
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

/** A page's token. */
export async function mint(target: Target, product: Product): Promise<string> {
  const { status, text } = await ask(target, `/api/token/${product}`, { method: 'POST' })
  if (status !== 200) throw new Error(`A token for ${product} was answered with ${status}: ${text}`)
  return (JSON.parse(text) as { token: string }).token
}

/** Leaves a note to the next shift, as whoever is on duty does; answers the status. */
export async function note(target: Target): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ by: 'Witness', text: 'seen' })
  return (await ask(target, API_PATHS.journal, { method: 'POST', headers, body })).status
}

/** A connection that nothing is said on yet; that it ends, as a reset too, is no error of ours. */
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
