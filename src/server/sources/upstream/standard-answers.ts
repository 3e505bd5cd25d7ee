import { LRUCache } from 'lru-cache'
import { ContractError } from '../../../client/contract-api.ts'
import { CODE_BUDGET_SPENT, type ContractHttp } from '../../../client/http.ts'
import { createSharedFlights } from '../../../client/shared-flights.ts'
import { parseJsonExact, stringifyJsonExact } from '../../../contract/json-exact.ts'
import { CODE_OK } from '../../../contract/limits.ts'
import { type StandardEndpoint, standardEndpoints } from '../../../contract/standard.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { Clock } from '../../../core/clock.ts'
import type { StandardAnswer } from '../source.ts'
import type { SourceMemory } from '../source-memory.ts'
import type { PointBudget } from './point-budget.ts'
import { FRESH_MS, FRESH_NONE_MS, type Question, questionOf } from './question.ts'

const ENTRIES_MAX = 4_000

/** Cells of fires stop at this share of the day's points, so that a place can still be looked at in the evening. */
const FIRES_SHARE = 0.75

interface Held {
  status: number
  body: unknown
  asOfMs: number
  freshUntilMs: number
}

export interface StandardAnswers {
  answer(endpoint: StandardEndpoint, query: Record<string, string>): Promise<StandardAnswer>
  counters(): { entries: number; hits: number; misses: number }
}

/**
 * The standard service behind one cache for every viewer: one flight per question, answers and "no data" shared while
 * fresh, and what is held served with its age where the budget or the upstream is out. Never rejects.
 */
export function createStandardAnswers(deps: {
  http: ContractHttp
  clock: Clock
  budget: PointBudget
  /** Where answers outlive a restart. */
  memory?: Pick<SourceMemory, 'answers' | 'keepAnswer'> | null
}): StandardAnswers {
  const { http, clock, budget, memory = null } = deps
  const held = new LRUCache<string, Held>({ max: ENTRIES_MAX })
  for (const [key, text] of memory?.answers ?? []) held.set(key, parseJsonExact(text) as Held)
  const flights = createSharedFlights<StandardAnswer>()
  let hits = 0
  let misses = 0

  async function answer(endpoint: StandardEndpoint, query: Record<string, string>): Promise<StandardAnswer> {
    const question = questionOf(endpoint, query)
    const known = held.get(question.key)
    if (known && clock.now() < known.freshUntilMs) {
      hits++
      return { ...known, stale: false }
    }
    let shared = true
    const answer = flights.join(question.key, () => {
      shared = false
      return ask(question, known)
    })
    if (shared) hits++
    else misses++
    return answer
  }

  async function ask(question: Question, known: Held | undefined): Promise<StandardAnswer> {
    const { path, pricePoints } = standardEndpoints[question.endpoint]
    const reservation = budget.reserve(pricePoints, question.endpoint === 'firesInBox' ? FIRES_SHARE : 1)
    if (!reservation) return known ? { ...known, stale: true } : refusal(503, CODE_BUDGET_SPENT, budgetSpent())
    try {
      const { status, body, asOfMs } = await http.request({
        service: 'standard',
        path,
        query: question.query,
        // A map of fires is many cells: whoever clicked a place goes first.
        priority: question.endpoint === 'firesInBox' ? 'fires' : 'rest',
        product: 'standard',
      })
      const good = status === 200 && codeOf(body) === CODE_OK
      if (good) reservation.spend()
      else reservation.release()
      // A refusal of one question says nothing about the next one like it: only data and "no data" are kept.
      if (!good && status !== 404) return { status, body, asOfMs, stale: false }
      const freshMs = good ? FRESH_MS[question.endpoint] : FRESH_NONE_MS
      const fresh: Held = { status, body, asOfMs, freshUntilMs: clock.now() + freshMs }
      held.set(question.key, fresh)
      if (good && question.endpoint === 'airports') memory?.keepAnswer(question.key, stringifyJsonExact(fresh))
      return { ...fresh, stale: false }
    } catch (error) {
      reservation.release()
      return known ? { ...known, stale: true } : failure(error)
    }
  }

  function budgetSpent(): string {
    const { budgetPerDay, resetsAtMs } = budget.state()
    return `the day's budget of ${budgetPerDay} resource points is spent; it starts anew at ${formatUtc(resetsAtMs)}`
  }

  function failure(error: unknown): StandardAnswer {
    if (!(error instanceof ContractError)) return refusal(502, 50_200, 'the upstream service could not be asked')
    switch (error.reason) {
      case 'rate-limited':
        return refusal(429, 42_900, 'the upstream service limits the rate; try again in a few seconds')
      case 'timeout':
        return refusal(504, 50_400, 'the upstream service did not answer in time')
      case 'unauthorised':
        return refusal(502, 50_201, 'the upstream service does not accept the key of this server')
      default:
        return refusal(502, 50_200, 'the upstream service could not be reached or gave no readable answer')
    }
  }

  function refusal(status: number, code: number, message: string): StandardAnswer {
    const body = { code, message, data: null, request_id: `req_${crypto.randomUUID()}` }
    return { status, body, asOfMs: clock.now(), stale: false }
  }

  return { answer, counters: () => ({ entries: held.size, hits, misses }) }
}

function codeOf(body: unknown): number | null {
  const code = typeof body === 'object' && body !== null && 'code' in body ? Number(body.code) : Number.NaN
  return Number.isFinite(code) ? code : null
}
