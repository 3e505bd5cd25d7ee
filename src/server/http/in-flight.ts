import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { heldOrMade } from '../../core/util/held-or-made.ts'

/** What answers that have not left yet may come to, at a time. */
export interface InFlightLimits {
  /** Requests of one connection that are not answered to their end; browsers have one, whoever pipelines more. */
  requestsPerConnection: number
  /** Bytes that wait to leave: on one connection, of one client address, and in all. */
  bytesPerConnection: number
  bytesPerClient: number
  bytesInAll: number
}

const MEBIBYTE = 1024 * 1024
/** An address may be a whole office; a connection is one browser's, which asks again when it has read. */
export const IN_FLIGHT_LIMITS: InFlightLimits = {
  requestsPerConnection: 16,
  bytesPerConnection: 16 * MEBIBYTE,
  bytesPerClient: 64 * MEBIBYTE,
  bytesInAll: 256 * MEBIBYTE,
}

/** Lets a request in as long as what its connection, its client and everybody have waiting stays within the limits. */
export interface InFlight {
  /** True where the request may be answered; it then counts until its answer has left, or its connection is gone. */
  take(client: string, request: IncomingMessage, response: ServerResponse): boolean
  /** Answers under way, and the bytes of them that have not left yet. */
  now(): { requests: number; bytes: number }
}

export function createInFlight(limits: InFlightLimits = IN_FLIGHT_LIMITS): InFlight {
  const byConnection = new Map<Socket, Set<ServerResponse>>()
  const byClient = new Map<string, Set<ServerResponse>>()
  const all = new Set<ServerResponse>()

  return {
    take(client, request, response) {
      const ofConnection = byConnection.get(request.socket)
      const isFull =
        (ofConnection?.size ?? 0) >= limits.requestsPerConnection ||
        unsentBytes(ofConnection) >= limits.bytesPerConnection ||
        unsentBytes(byClient.get(client)) >= limits.bytesPerClient ||
        unsentBytes(all) >= limits.bytesInAll
      if (isFull) return false
      heldOrMade(byConnection, request.socket, () => new Set()).add(response)
      heldOrMade(byClient, client, () => new Set()).add(response)
      all.add(response)
      response.once('close', () => {
        leave(byConnection, request.socket, response)
        leave(byClient, client, response)
        all.delete(response)
      })
      return true
    },
    now: () => ({ requests: all.size, bytes: unsentBytes(all) }),
  }
}

/** An answer that waits behind others of its connection has all of its bytes to itself. */
function unsentBytes(responses: ReadonlySet<ServerResponse> | undefined): number {
  let bytes = 0
  for (const response of responses ?? []) bytes += response.writableLength
  return bytes
}

function leave<Key>(groups: Map<Key, Set<ServerResponse>>, key: Key, response: ServerResponse): void {
  const group = groups.get(key)
  group?.delete(response)
  if (group?.size === 0) groups.delete(key)
}
