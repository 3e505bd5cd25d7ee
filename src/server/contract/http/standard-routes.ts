import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { isGood } from '../../../client/http/answer-body.ts'
import { AS_OF_HEADER, STALE_HEADER } from '../../../client/http/http.ts'
import { HELD_ONLY, HELD_PARAM } from '../../../contract/brontide.ts'
import { type StandardEndpoint, standardEndpoints } from '../../../contract/standard.ts'
import { standardQueries } from '../../../contract/standard-queries.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { Asker, Source } from '../../sources/source.ts'
import { contractQueryOf } from '../../web/requests.ts'
import type { ContractPolicy } from '../accounts/policy.ts'
import { complain, exactJson } from './answers.ts'
import type { Admitted, Gate } from './gate.ts'
import type { HeldFires } from './held-fires.ts'

/** The eight endpoints of the standard service (SS §4). */
export function mountStandardRoutes(
  app: Hono<Admitted>,
  deps: { source: Source; policy: ContractPolicy; gate: Gate; heldFires: HeldFires | null },
): void {
  const { source, policy, gate, heldFires } = deps

  for (const endpoint of Object.keys(standardEndpoints) as StandardEndpoint[]) {
    const { path, pricePoints } = standardEndpoints[endpoint]
    const query: z.core.$ZodObject = standardQueries[endpoint]

    app.get(path, gate('standard'), async (c) => {
      // The source is asked with the text.
      contractQueryOf(c, query)
      const asked = known(c, Object.keys(query._zod.def.shape))
      const heldOnly = policy.extensions && endpoint === 'firesInBox' && c.req.query(HELD_PARAM) === HELD_ONLY
      const answer = heldOnly ? await heldFires?.find(asked) : await source.standard(endpoint, asked, askerOf(c))
      if (!answer) return complain(c, 'standard', { status: 404, message: 'no cached data for this bbox' })
      if (endpoint === 'firesInBox' && isGood(answer)) void heldFires?.note(asked, answer)
      if (pricePoints > 0 && isGood(answer) && !heldOnly) {
        c.get('account').charge(question(path, asked), pricePoints)
      }
      if (policy.extensions) {
        c.header(AS_OF_HEADER, formatUtc(answer.asOfMs))
        if (answer.stale) c.header(STALE_HEADER, 'true')
      }
      return exactJson(c, answer.body, answer.status)
    })
  }
}

function askerOf(c: Context<Admitted>): Asker {
  return { id: c.get('application').id, signal: c.req.raw.signal }
}

/** Only the endpoint's own parameters: a stray one must not split the cache. */
function known(c: Context, names: string[]): Record<string, string> {
  const asked: Record<string, string> = {}
  for (const name of names) {
    const value = c.req.query(name)
    if (value !== undefined) asked[name] = value
  }
  return asked
}

function question(path: string, asked: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${path}?${query}`
}
