import { ContractError } from '../../../client/http/contract-api.ts'
import { CODE_BUDGET_SPENT } from '../../../client/http/http.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { StandardAnswer } from '../source.ts'
import type { BudgetState } from './point-budget.ts'

/** Response if the daily points do not cover the request. */
export function budgetSpent({ budgetPerDay, resetsAtMs }: BudgetState, nowMs: number): StandardAnswer {
  const message = `the daily budget of ${budgetPerDay} resource points is exhausted; it resets at ${formatUtc(resetsAtMs)}`
  return refusal(503, CODE_BUDGET_SPENT, message, nowMs)
}

/** Response to a viewer with too many queued requests, or if the queue is full. */
export function tooManyWaiting(isOwn: boolean, nowMs: number): StandardAnswer {
  const whose = isOwn ? 'of your requests' : 'questions'
  return refusal(isOwn ? 429 : 503, isOwn ? 42_901 : 50_302, `too many ${whose} are pending; try again soon`, nowMs)
}

/** Response to a viewer who has used its share of the daily points, while others have not. */
export function shareSpent(nowMs: number): StandardAnswer {
  const message = 'this viewer has used its share of the daily resource points; the share grows during the UTC day'
  return refusal(503, CODE_BUDGET_SPENT, message, nowMs)
}

/** Response while no process holds the upstream lease. */
export function noLeader(nowMs: number): StandardAnswer {
  return refusal(503, 50_303, 'the upstream service is unavailable; try again in a few seconds', nowMs)
}

/** Response after an upstream failure. */
export function failureOf(error: unknown, nowMs: number): StandardAnswer {
  if (!(error instanceof ContractError)) {
    return refusal(502, 50_200, 'the request to the upstream service failed', nowMs)
  }
  switch (error.reason) {
    case 'rate-limited':
      return refusal(429, 42_900, 'the upstream service limits the rate; try again in a few seconds', nowMs)
    case 'timeout':
      return refusal(504, 50_400, 'the upstream service did not respond within the timeout', nowMs)
    case 'unauthorised':
      return refusal(502, 50_201, 'the upstream service does not accept the key of this server', nowMs)
    default:
      return refusal(502, 50_200, 'the upstream service was unreachable or its response unreadable', nowMs)
  }
}

function refusal(status: number, code: number, message: string, nowMs: number): StandardAnswer {
  const body = { code, message, data: null, request_id: `req_${crypto.randomUUID()}` }
  return { status, body, asOfMs: nowMs, stale: false }
}
