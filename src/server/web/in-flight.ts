import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { heldOrMade } from '../../core/util/held-or-made.ts'

/** Bounds of responses not yet sent completely. */
export interface InFlightLimits {
  /** Incomplete requests per connection; browsers have one, pipelining clients more. */
  requestsPerConnection: number
  /**
   * Unsent bytes: per connection, per client address, and in total. A body shared by many responses, such as a file of
   * the page, counts once in the latter two.
   */
  bytesPerConnection: number
  bytesPerClient: number
  bytesInAll: number
}

const MEBIBYTE = 1024 * 1024
/** An address may be a whole office; a connection belongs to one browser, which continues after reading. */
export const IN_FLIGHT_LIMITS: InFlightLimits = {
  requestsPerConnection: 16,
  bytesPerConnection: 16 * MEBIBYTE,
  bytesPerClient: 32 * MEBIBYTE,
  bytesInAll: 64 * MEBIBYTE,
}

/** Bound of clients cut down per request: finding them takes time. */
const CUT_DOWN_AT_ONCE = 8

/**
 * Admits requests while the unsent bytes of their connection and client stay within the limits. Beyond the total, the
 * clients with most unsent bytes are cut down to a fair share, so that a few slow readers block no other client.
 */
export type InFlight = ReturnType<typeof createInFlight>

/** Hono variable: marks a response body that is shared and stored once. */
export interface SharedBody {
  Variables: { sharedBody?: Uint8Array }
}

type SharedBodies = WeakMap<ServerResponse, Uint8Array>

/** `letGo` is called for each response aborted with its connection. */
export function createInFlight(letGo: () => void, limits: InFlightLimits = IN_FLIGHT_LIMITS) {
  const byConnection = new Map<Socket, Set<ServerResponse>>()
  const byClient = new Map<string, Set<ServerResponse>>()
  const all = new Set<ServerResponse>()
  const shared: SharedBodies = new WeakMap()
  const isFull = () => heldBytes(all, shared) >= limits.bytesInAll
  const isFullOfAll = createCount(all, shared, limits.bytesInAll)
  const countOf = new WeakMap<ReadonlySet<ServerResponse>, () => boolean>()

  function hasEnough(client: string): boolean {
    const answers = byClient.get(client)
    if (!answers) return false
    return heldOrMade(countOf, answers, () => createCount(answers, shared, limits.bytesPerClient))()
  }

  /** False if this client has most unsent bytes. */
  function makeRoomFor(client: string): boolean {
    for (let clients = 0; clients < CUT_DOWN_AT_ONCE; clients++) {
      const [most, bytes] = largest(byClient, shared)
      if (most === null || bytes <= heldBytes(byClient.get(client), shared)) return false
      cutDown(most, limits.bytesInAll / (byClient.size + 1))
      if (!isFull()) return true
    }
    return false
  }

  /** Aborts the largest responses of a client until at most `shareBytes` are unsent. */
  function cutDown(client: string, shareBytes: number): void {
    const answers = byClient.get(client)
    let bytes = unsentBytes(answers)
    for (const response of [...(answers ?? [])].sort((a, b) => b.writableLength - a.writableLength)) {
      if (bytes < shareBytes) return
      bytes -= response.writableLength
      leave(byClient, client, response)
      all.delete(response)
      response.destroy()
      letGo()
    }
  }

  return {
    /** True if the request is admitted; it counts until its response is sent or its connection closed. */
    take(client: string, request: IncomingMessage, response: ServerResponse): boolean {
      const ofConnection = byConnection.get(request.socket)
      const isRefused =
        (ofConnection?.size ?? 0) >= limits.requestsPerConnection ||
        unsentBytes(ofConnection) >= limits.bytesPerConnection ||
        hasEnough(client)
      if (isRefused || (isFullOfAll() && !makeRoomFor(client))) return false
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
    /** Marks the response body as shared with other responses. */
    shares: (response: ServerResponse, body: Uint8Array): void => void shared.set(response, body),
    /** Responses in progress and their unsent bytes. */
    now: (): { requests: number; bytes: number } => ({ requests: all.size, bytes: heldBytes(all, shared) }),
  }
}

/** The bytes are recounted after this fraction of the responses has changed. */
const NEW_SHARE = 1 / 16

/**
 * Reports per request whether the total is exceeded. The full count runs rarely, in proportion to the number of
 * responses, so that a request stays cheap with thousands waiting; while the total is exceeded it runs each time.
 */
function createCount(answers: ReadonlySet<ServerResponse>, shared: SharedBodies, most: number): () => boolean {
  let leftUntilCounted = 0
  let isTooMuch = false
  return () => {
    const newMax = Math.floor(answers.size * NEW_SHARE)
    leftUntilCounted = Math.min(leftUntilCounted, newMax) - 1
    if (!isTooMuch && leftUntilCounted >= 0) return false
    isTooMuch = heldBytes(answers, shared) >= most
    leftUntilCounted = newMax
    return isTooMuch
  }
}

/** The client with most unsent bytes, and their number. */
function largest(
  byClient: ReadonlyMap<string, ReadonlySet<ServerResponse>>,
  shared: SharedBodies,
): [string | null, number] {
  let most: [string | null, number] = [null, 0]
  for (const [client, responses] of byClient) {
    const bytes = heldBytes(responses, shared)
    if (bytes > most[1]) most = [client, bytes]
  }
  return most
}

/** Each response with all its bytes: pipelined responses of one connection share no body. */
function unsentBytes(responses: ReadonlySet<ServerResponse> | undefined): number {
  let bytes = 0
  for (const response of responses ?? []) bytes += unsentOf(response)
  return bytes
}

/** Unsent bytes, each shared body once. */
function heldBytes(responses: ReadonlySet<ServerResponse> | undefined, shared: SharedBodies): number {
  const bodies = new Map<Uint8Array, number>()
  let bytes = 0
  for (const response of responses ?? []) {
    const unsent = unsentOf(response)
    const body = shared.get(response)
    const counted = body ? (bodies.get(body) ?? 0) : 0
    if (body) bodies.set(body, Math.max(counted, unsent))
    bytes += Math.max(0, unsent - counted)
  }
  return bytes
}

/** Most responses in progress have sent nothing yet: their length, which takes longer to read, is 0. */
const unsentOf = (response: ServerResponse): number => (response.headersSent ? response.writableLength : 0)

function leave<Key>(groups: Map<Key, Set<ServerResponse>>, key: Key, response: ServerResponse): void {
  const group = groups.get(key)
  group?.delete(response)
  if (group?.size === 0) groups.delete(key)
}
