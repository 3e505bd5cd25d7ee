import { Duplex } from 'node:stream'
import type { Clock } from '../../core/time/clock.ts'

/** How many bytes an unread connection accepts from its writer, as a kernel's buffer does. */
const IN_FLIGHT_MAX_BYTES = 256 * 1024

/** One end of an in-memory connection, with the functions of `net.Socket` that `http` and `ws` use. */
export class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1'
  out: Direction | null = null

  setTimeout(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  override _read(): void {}
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.out) this.out.write(chunk, done)
    else done()
  }
  override _final(done: () => void): void {
    this.out?.end()
    done()
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.out?.reset()
    done(error)
  }
}

type Parcel = { dueMs: number; bytes: Buffer; taken: (() => void) | null } | { dueMs: number; ends: 'end' | 'reset' }

export interface DirectionOptions {
  clock: Clock
  latencyMs(): number
  /** Called at every step. */
  moved(): void
}

/** One direction of a connection: bytes arrive in order after their latency, or are withheld. */
export class Direction {
  readonly #options: DirectionOptions
  readonly #target: MemorySocket
  #queue: Parcel[] = []
  #inFlightBytes = 0
  #stalled = false
  #lost = false
  #lastDueMs = 0
  #cancel: (() => void) | null = null
  /** Called once with the next bytes; its result is delivered instead, and null drops them. */
  mangleNext: ((bytes: Buffer) => Buffer | null) | null = null

  constructor(target: MemorySocket, options: DirectionOptions) {
    this.#target = target
    this.#options = options
  }

  write(bytes: Buffer, done: () => void): void {
    this.#options.moved()
    if (this.#lost) {
      done()
      return
    }
    const mangle = this.mangleNext
    this.mangleNext = null
    const arriving = mangle ? mangle(bytes) : bytes
    if (!arriving) {
      done()
      return
    }
    this.#inFlightBytes += arriving.length
    const room = this.#inFlightBytes < IN_FLIGHT_MAX_BYTES
    this.#add({ dueMs: this.#due(), bytes: arriving, taken: room ? null : done })
    if (room) done()
  }

  end(): void {
    this.#add({ dueMs: this.#due(), ends: 'end' })
  }

  reset(): void {
    this.#add({ dueMs: this.#due(), ends: 'reset' })
  }

  /** Nothing arrives while stalled, everything afterwards. */
  set stalled(stalled: boolean) {
    this.#stalled = stalled
    this.#pump()
  }

  /** Drops all messages silently. */
  lose(): void {
    this.#lost = true
    this.#drop()
  }

  /** Drops messages in transit. */
  #drop(): void {
    for (const parcel of this.#queue.splice(0)) if ('bytes' in parcel) parcel.taken?.()
    this.#inFlightBytes = 0
  }

  #due(): number {
    this.#lastDueMs = Math.max(this.#lastDueMs, this.#options.clock.monotonicMs() + this.#options.latencyMs())
    return this.#lastDueMs
  }

  #add(parcel: Parcel): void {
    this.#options.moved()
    if (this.#lost) return
    this.#queue.push(parcel)
    this.#pump()
  }

  #pump(): void {
    this.#cancel?.()
    this.#cancel = null
    const first = this.#queue[0]
    if (!first || this.#stalled) return
    this.#cancel = this.#options.clock.after(first.dueMs - this.#options.clock.monotonicMs(), () => this.#arrive())
  }

  #arrive(): void {
    this.#cancel = null
    const nowMs = this.#options.clock.monotonicMs()
    while (!this.#stalled && this.#queue[0] && this.#queue[0].dueMs <= nowMs) {
      const parcel = this.#queue.shift()!
      this.#options.moved()
      if ('bytes' in parcel) {
        this.#inFlightBytes -= parcel.bytes.length
        if (!this.#target.destroyed) this.#target.push(parcel.bytes)
        parcel.taken?.()
      } else if (!this.#target.destroyed) {
        if (parcel.ends === 'end') this.#target.push(null)
        else this.#target.destroy()
      }
    }
    this.#pump()
  }
}

export interface MemoryConnection {
  client: MemorySocket
  server: MemorySocket
  toClient: Direction
  toServer: Direction
}

/** Two ends and the connection between them. */
export function connectInMemory(options: DirectionOptions): MemoryConnection {
  const client = new MemorySocket()
  const server = new MemorySocket()
  const toClient = new Direction(client, options)
  const toServer = new Direction(server, options)
  client.out = toServer
  server.out = toClient
  return { client, server, toClient, toServer }
}
