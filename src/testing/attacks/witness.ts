import type { WebSocket } from 'ws'
import { parseJsonExact, stringifyJsonExact } from '../../contract/json-exact.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import { ask, mint, type Target, webSocket } from './target.ts'

/** Findings of a witness, compared with all records that the upstream had sent. */
export interface Testimony {
  strikes: number
  reports: number
  /** Records that were lost, or changed in any digit. */
  lost: string[]
  doubled: string[]
  /** Of each record, milliseconds between its coming straight from the upstream and its coming by the server. */
  delaysMs: number[]
}

export interface Witness {
  /** Compares, once all sent records have arrived, or no further ones arrive. */
  testify(): Promise<Testimony>
  close(): void
}

const ARRIVES_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 100

/**
 * Receives strikes and reports twice: directly from the upstream on `upstreamPort`, and from the server as a viewer.
 */
export async function callWitness(viewer: Target, upstreamPort: number, key: string): Promise<Witness> {
  const upstream = { ...viewer, port: upstreamPort }
  const heard = (socket: WebSocket, subscribe: object) => listen(socket, subscribe)
  const all = { action: 'subscribe', icaos: ['*'] }
  const viewed = [
    await heard(webSocket(viewer, LIGHTNING_PATHS.socket, await mint(viewer, 'lightning')), { action: 'subscribe' }),
    await heard(webSocket(viewer, METAR_PATHS.parsedSocket, await mint(viewer, 'metar')), all),
  ]
  const known = await strikesBefore(viewer)
  // Started after the viewer, so that the reference begins later than the viewer's records.
  const true_ = [
    await heard(webSocket(upstream, LIGHTNING_PATHS.socket, key), { action: 'subscribe' }),
    await heard(webSocket(upstream, METAR_PATHS.parsedSocket, key), all),
  ]

  return {
    async testify() {
      const sent = true_.map(({ came }) => [...came])
      const has = (i: number, text: string) => viewed[i]!.came.has(text) || known.has(text)
      const isThere = () => sent.every((records, i) => records.every(([text]) => has(i, text)))
      for (let waitedMs = 0; waitedMs < ARRIVES_WITHIN_MS && !isThere(); waitedMs += LOOK_EVERY_MS) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      }
      const delaysMs = sent.flatMap((records, i) =>
        records.flatMap(([text, atMs]) => {
          const cameMs = viewed[i]!.came.get(text)
          return cameMs === undefined ? [] : [Math.max(0, cameMs - atMs)]
        }),
      )
      return {
        strikes: sent[0]!.length,
        reports: sent[1]!.length,
        lost: sent.flatMap((records, i) => records.map(([text]) => text).filter((text) => !has(i, text))),
        doubled: viewed.flatMap(({ doubled }) => doubled),
        delaysMs: delaysMs.sort((a, b) => a - b),
      }
    },
    close() {
      for (const { socket } of [...viewed, ...true_]) socket.terminate()
    },
  }
}

/** The first request of a page: the upstream may repeat these records on a socket. */
async function strikesBefore(viewer: Target): Promise<Set<string>> {
  const headers = { authorization: `Bearer ${await mint(viewer, 'lightning')}` }
  const { status, text } = await ask(viewer, `${LIGHTNING_PATHS.strikes}?minutes=5`, { headers })
  if (status !== 200) throw new Error(`The strikes of before were answered with ${status}: ${text}`)
  return new Set((parseJsonExact(text) as { data: Record<string, unknown>[] }).data.map(textOf))
}

/** The upstream repeats a strike with better quality values; position and time do not change. */
const TOLD_ONCE = ['time', 'lat', 'lon', 'alt', 'pol', 'mds', 'mcg']

function textOf(record: Record<string, unknown>): string {
  return 'lat' in record ? TOLD_ONCE.map((name) => record[name]).join(' ') : stringifyJsonExact(record)
}

/** Stores each record, digit by digit, with the time of its first arrival. */
async function listen(socket: WebSocket, subscribe: object) {
  const came = new Map<string, number>()
  const doubled: string[] = []
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => socket.send(JSON.stringify(subscribe)))
    socket.on('close', (code, reason) => reject(new Error(`A witness was closed with ${code} ${reason}.`)))
    socket.on('message', (data) => {
      const atMs = performance.now()
      const message = parseJsonExact(String(data)) as { type: string; data?: Record<string, unknown>[] }
      if (message.type === 'subscribed') resolve()
      for (const record of message.data ?? []) {
        const text = textOf(record)
        if (came.has(text)) doubled.push(text)
        came.set(text, came.get(text) ?? atMs)
      }
    })
  })
  return { socket, came, doubled }
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
