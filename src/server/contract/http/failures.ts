import type { Context } from 'hono'
import { ContractError, type ContractErrorReason } from '../../../client/http/contract-api.ts'
import { SECOND_MS } from '../../../core/time/durations.ts'

export interface Failure {
  status: number
  message: string
  headers?: Record<string, string>
}

const STATUS: Record<ContractErrorReason, number> = {
  'bad-request': 400,
  // The caller is authenticated; the source refused our own credential.
  unauthorised: 502,
  'rate-limited': 503,
  budget: 503,
  unavailable: 502,
  timeout: 504,
}

/** A temporary failure: the request was not executed and may be retried. */
export class TryAgain extends ContractError {
  constructor(message: string, retryAfterMs: number) {
    super('unavailable', message, 503, retryAfterMs)
  }
}

/** Response to an error of a source; messages of unexpected errors are not exposed. */
export function readFailure(error: unknown): Failure {
  if (!(error instanceof ContractError)) return { status: 500, message: 'Internal error.' }
  if (error instanceof TryAgain) {
    return {
      status: 503,
      message: error.message,
      headers: { 'retry-after': String(Math.ceil(error.retryAfterMs / SECOND_MS)) },
    }
  }
  const status = STATUS[error.reason]
  return status === 503
    ? { status, message: error.message, headers: { 'retry-after': '5' } }
    : { status, message: error.message }
}

/** 404 for an unknown path, 405 for a wrong method. */
export function noSuchPath(c: Context, methods: ReadonlyMap<string, string>): Failure {
  const method = methods.get(c.req.path)
  if (method === 'websocket')
    return { status: 426, message: 'This path is a WebSocket endpoint.', headers: { upgrade: 'websocket' } }
  if (!method) return { status: 404, message: `No such path: ${c.req.path}` }
  return { status: 405, message: `${c.req.path} allows ${method} only.`, headers: { allow: method } }
}
