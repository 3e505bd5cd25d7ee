import type { Duplex } from 'node:stream'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { endWith } from '../contract/sockets/refuse-upgrade.ts'
import type { Source } from '../sources/source.ts'

/** Failures that a test may ask a simulator for. Each lasts until it is set to null; `close:` happens once. */
export const faultsSchema = z.strictObject({
  /** What every HTTP answer of the contract becomes: an error, the rate limit, or a proxy's HTML page. */
  rest: z.enum(['500', '429', 'html']).nullable().optional(),
  /** Sockets closed with this code, cut and refused, or open and saying nothing more. */
  sockets: z
    .union([z.enum(['silence', 'refuse']), z.string().regex(/^close:\d{4}$/, 'must be silence, refuse or close:CODE')])
    .nullable()
    .optional(),
})
export type Faults = z.infer<typeof faultsSchema>

const HTML = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>'

/** Holds the faults that are on, and works them. */
export function createFaults() {
  let rest: NonNullable<Faults['rest']> | null = null
  let sockets: 'silence' | 'refuse' | null = null

  return {
    /** Sets what `wanted` names; the rest stays. Answers the code to close the open sockets with, if any. */
    set(wanted: Faults): number | null {
      if (wanted.rest !== undefined) rest = wanted.rest
      if (wanted.sockets === undefined) return null
      sockets = wanted.sockets === 'silence' || wanted.sockets === 'refuse' ? wanted.sockets : null
      if (wanted.sockets === 'refuse') return 1012 // service restart
      return wanted.sockets?.startsWith('close:') ? Number(wanted.sockets.slice(6)) : null
    },
    current: () => ({ rest, sockets }),
    middleware: createMiddleware(async (c, next) => {
      if (rest === '500') return c.json({ detail: 'Internal server error (injected fault).' }, 500)
      if (rest === '429') return c.json({ detail: 'Rate limit exceeded (injected fault).' }, 429)
      if (rest === 'html') return c.html(HTML, 502)
      return next()
    }),
    /** The source as the sockets see it: nothing while they are to be silent. What came meanwhile, REST still has. */
    wrap: (source: Source): Source => ({
      ...bound(source),
      get simulated() {
        return source.simulated
      },
      onStrikes: (listener) => source.onStrikes((event) => void (sockets === 'silence' || listener(event))),
      onReports: (listener) => source.onReports((event) => void (sockets === 'silence' || listener(event))),
    }),
    /** True where the upgrade was refused. */
    refuses(socket: Duplex): boolean {
      if (sockets !== 'refuse') return false
      endWith(socket, 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return true
    },
  }
}

function bound(source: Source): Omit<Source, 'simulated' | 'onStrikes' | 'onReports'> {
  return {
    start: () => source.start(),
    close: () => source.close(),
    links: () => source.links(),
    gaps: () => source.gaps(),
    counters: () => source.counters(),
    strikes: (minutes) => source.strikes(minutes),
    latestReports: (icaos) => source.latestReports(icaos),
    latency: (icaos) => source.latency(icaos),
    standard: (endpoint, query, asker) => source.standard(endpoint, query, asker),
  }
}
