import type { Duplex } from 'node:stream'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { endWith } from '../../server/contract/sockets/refuse-upgrade.ts'
import type { Source } from '../../server/sources/source.ts'

/** Faults that tests inject into a simulator. Each lasts until it is set to null; `close:` happens once. */
export const faultsSchema = z.strictObject({
  /** Replacement for every HTTP response: an error, the rate limit, or a proxy's HTML page. */
  rest: z.enum(['500', '429', 'html']).nullable().optional(),
  /** Sockets: closed with this code, refused, or open without data. */
  sockets: z
    .union([z.enum(['silence', 'refuse']), z.string().regex(/^close:\d{4}$/, 'must be silence, refuse or close:CODE')])
    .nullable()
    .optional(),
})
export type Faults = z.infer<typeof faultsSchema>

const HTML = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>'

/** Stores and applies injected faults. */
export function createFaults() {
  let rest: NonNullable<Faults['rest']> | null = null
  let sockets: 'silence' | 'refuse' | null = null

  return {
    /** Sets the named faults; others stay. Returns the close code for open sockets, if any. */
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
    /** The source as seen by sockets: no data while silenced. REST still serves records of that time. */
    wrap: (source: Source): Source => ({
      ...bound(source),
      get simulated() {
        return source.simulated
      },
      onStrikes: (listener) => source.onStrikes((event) => void (sockets === 'silence' || listener(event))),
      onReports: (listener) => source.onReports((event) => void (sockets === 'silence' || listener(event))),
    }),
    /** True if the upgrade was refused. */
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
