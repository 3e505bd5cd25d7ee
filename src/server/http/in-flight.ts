import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { heldOrMade } from '../../core/util/held-or-made.ts'

/** What answers that have not left yet may come to, at a time. */
export interface InFlightLimits {
  /** Requests of one connection that are not answered to their end; browsers have one, whoever pipelines more. */
  requestsPerConnection: number
  /**
   * Bytes that wait to leave: on one connection, of one client address, and in all. What many wait for and is held once,
   * such as a file of the page, counts once, but on a connection.
   */
  bytesPerConnection: number
  bytesPerClient: number
  bytesInAll: number
}

const MEBIBYTE = 1024 * 1024
/** An address may be a whole office; a connection is one browser's, which asks again when it has read. */
export const IN_FLIGHT_LIMITS: InFlightLimits = {
  requestsPerConnection: 16,
  bytesPerConnection: 16 * MEBIBYTE,
  bytesPerClient: 32 * MEBIBYTE,
  bytesInAll: 64 * MEBIBYTE,
}

/** So many clients are cut down for one answer: finding them takes time. */
const CUT_DOWN_AT_ONCE = 8

/**
 * Lets a request in as long as what its connection and its client have waiting stays within the limits. Where all have
 * too much waiting, those who have the most are cut down to a fair share, so that a few who do not read keep nobody else
 * from being answered.
 */
export interface InFlight {
  /** True where the request may be answered; it then counts until its answer has left, or its connection is gone. */
  take(client: string, request: IncomingMessage, response: ServerResponse): boolean
  /** The body of an answer is the very bytes that others get too. */
  shares(response: ServerResponse, body: Uint8Array): void
  /** Answers under way, and the bytes of them that have not left yet. */
  now(): { requests: number; bytes: number }
}

/** What a request carries: the bytes of its answer that others get too, and that are held once for all of them. */
export interface SharedBody {
  Variables: { sharedBody?: Uint8Array }
}

type SharedBodies = WeakMap<ServerResponse, Uint8Array>

/** `letGo` is told of each answer that is given up, with its connection. */
export function createInFlight(letGo: () => void, limits: InFlightLimits = IN_FLIGHT_LIMITS): InFlight {
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

  /** False where whoever asks has the most waiting. */
  function makeRoomFor(client: string): boolean {
    for (let clients = 0; clients < CUT_DOWN_AT_ONCE; clients++) {
      const [most, bytes] = largest(byClient, shared)
      if (most === null || bytes <= heldBytes(byClient.get(client), shared)) return false
      cutDown(most, limits.bytesInAll / (byClient.size + 1))
      if (!isFull()) return true
    }
    return false
  }

  /** Gives up the largest answers of a client until no more than `shareBytes` wait. */
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
    take(client, request, response) {
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
    shares: (response, body) => void shared.set(response, body),
    now: () => ({ requests: all.size, bytes: heldBytes(all, shared) }),
  }
}

/** Of many answers, so large a part may be new before their bytes are counted again. */
const NEW_SHARE = 1 / 16

/**
 * Tells, once for each request, whether so many bytes wait. All of them are counted only now and then, by how many there are, so that a
 * request costs no more where thousands wait; where there was too much, each time.
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

/** Who has the most waiting, and how many bytes. */
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

/** Each answer with all of its bytes: one that waits behind others of its connection has them to itself. */
function unsentBytes(responses: ReadonlySet<ServerResponse> | undefined): number {
  let bytes = 0
  for (const response of responses ?? []) bytes += response.writableLength
  return bytes
}

/** What is unsent, each shared body once. */
function heldBytes(responses: ReadonlySet<ServerResponse> | undefined, shared: SharedBodies): number {
  const bodies = new Map<Uint8Array, number>()
  let bytes = 0
  for (const response of responses ?? []) {
    const unsent = response.writableLength
    const body = shared.get(response)
    const counted = body ? (bodies.get(body) ?? 0) : 0
    if (body) bodies.set(body, Math.max(counted, unsent))
    bytes += Math.max(0, unsent - counted)
  }
  return bytes
}

function leave<Key>(groups: Map<Key, Set<ServerResponse>>, key: Key, response: ServerResponse): void {
  const group = groups.get(key)
  group?.delete(response)
  if (group?.size === 0) groups.delete(key)
}
