import type { ContractApi, StrikeWindow } from '../../client/http/contract-api.ts'
import { ContractError } from '../../client/http/contract-api.ts'
import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { LIGHTNING_BATCH_EVERY_MS } from '../../contract/limits.ts'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { Span } from '../../core/time/spans.ts'
import { createFakeSockets, type FakeSocket, type FakeSockets } from './fake-socket.ts'

export interface FakeStrikeServerOptions {
  clock: Clock
  /** One way, for frames and handshakes. */
  latencyMs?: number
  /** One way, for REST. */
  restLatencyMs?: number
  /** Selection of the REST window: by arrival at the service or by time of the strike. */
  windowBy?: 'arrival' | 'strike'
}

interface Arrived {
  record: StrikeRecord
  atMs: number
}

interface Subscription {
  socket: FakeSocket
  nextIndex: number
  /** Half-open: the server considers it open, but all messages are dropped. */
  stalled: boolean
}

/** The lightning product as the contract writes it, on a fake clock, with every way of failing at hand. */
export class FakeStrikeServer {
  readonly sockets: FakeSockets = createFakeSockets()
  readonly arrived: Arrived[] = []
  /** The minutes of each REST call. */
  readonly asked: number[] = []
  up = true
  restUp = true
  /** Handshakes are neither accepted nor refused. */
  silent = false
  /** Name of the log of a relay: a position is the number of strikes that had arrived. */
  log: string | null = null
  /** It is one of several, and announces that. */
  isOneOfSeveral = false
  /** The last strikes that the REST server lacks. */
  restBehind = 0
  /** Times of records that REST returns in an unreadable form. */
  lost: Span[] = []
  /** Number of records that REST announces and does not send. */
  absent = 0
  /** Periods that REST lists as not observed. */
  notObserved: Span[] = []
  /** Maximum batches, of one strike each, sent after a subscription with a position. */
  goesOnFor = Number.POSITIVE_INFINITY
  /** Close code of new sockets. */
  refuseWith: number | null = null
  readonly #clock: Clock
  readonly #latencyMs: number
  readonly #restLatencyMs: number
  readonly #windowBy: 'arrival' | 'strike'
  #subscriptions: Subscription[] = []
  #count = 0

  constructor({ clock, latencyMs = 20, restLatencyMs = latencyMs, windowBy = 'arrival' }: FakeStrikeServerOptions) {
    this.#clock = clock
    this.#latencyMs = latencyMs
    this.#restLatencyMs = restLatencyMs
    this.#windowBy = windowBy
    clock.every(LIGHTNING_BATCH_EVERY_MS, () => this.#batch())
  }

  openSocket = (url: string, headers: Record<string, string>): FakeSocket => {
    const socket = this.sockets.openSocket(url, headers) as FakeSocket
    this.#later(() => {
      if (this.silent || socket.closed) return
      if (!this.up) return socket.drop()
      socket.accept()
      if (this.refuseWith !== null) return socket.drop(this.refuseWith)
    })
    socket.onsent = (text) => {
      if (!text.includes('"subscribe"')) return
      this.#later(() => {
        if (!this.up || socket.closed) return
        const [name, number] = (JSON.parse(text) as { after?: string }).after?.split('-') ?? []
        const goesOn = this.log !== null && name === this.log
        const nextIndex = this.arrived.length
        this.#subscriptions.push({ socket, nextIndex, stalled: goesOn && this.goesOnFor < nextIndex - Number(number) })
        this.#later(() => {
          if (!this.up) return
          const heartbeat = this.isOneOfSeveral && { heartbeat_seconds: 1 }
          socket.push({
            type: 'subscribed',
            ...this.#place(),
            ...(goesOn && { after: `${name}-${number}` }),
            ...heartbeat,
          })
          const missed = goesOn ? this.arrived.slice(Number(number), nextIndex).slice(0, this.goesOnFor) : []
          for (const [i, { record }] of missed.entries()) {
            socket.push(batchText([record], { position: `${name}-${Number(number) + i + 1}` }))
          }
        })
      })
    }
    return socket
  }

  readonly api: Pick<ContractApi, 'strikes'> = {
    strikes: async (minutes, signal): Promise<StrikeWindow> => {
      this.asked.push(minutes)
      await delay(this.#clock, this.#restLatencyMs, signal)
      const toMs = this.#clock.now()
      const fromMs = toMs - minutes * 60_000
      if (!this.up || !this.restUp) throw new ContractError('unavailable', 'no connection')
      const place = this.#place(this.restBehind)
      const records = this.arrived
        .slice(0, this.arrived.length - this.restBehind)
        .filter(({ record, atMs }) => (this.#windowBy === 'arrival' ? atMs : Number(record.time) / 1e6) >= fromMs)
        .map(({ record }) => ({ ...record }))
      await delay(this.#clock, this.#restLatencyMs, signal)
      const { lost, notObserved } = this
      const holes = notObserved.length > 0 && { notObserved }
      return {
        records,
        dropped: lost.length,
        spanMs: toMs - fromMs,
        ...place,
        ...holes,
        ...(this.absent > 0 && { absent: this.absent }),
        ...(lost.length > 0 && { lost }),
      }
    },
  }

  /** A strike arrives, `lateMs` after it happened. */
  strike(lateMs = 0, copies = 1): string {
    this.#count++
    const atMs = this.#clock.now()
    // Whole microseconds, so that a double distinguishes adjacent times.
    const time = BigInt(Math.round(atMs - lateMs)) * 1_000_000n + BigInt(this.#count % 1_000) * 1_000n
    const record = { time, lat: 30 + (this.#count % 500) / 100, lon: 120, arrived_at: new Date(atMs).toISOString() }
    for (let copy = 0; copy < copies; copy++) this.arrived.push({ record: { ...record, region: copy }, atMs })
    return strikeIdentity(record)
  }

  /** The records that every viewer should have received. */
  get identities(): string[] {
    return [...new Set(this.arrived.map(({ record }) => strikeIdentity(record)))]
  }

  /** Ends every socket. */
  drop(code = 1006): void {
    const subscriptions = this.#subscriptions
    this.#subscriptions = []
    for (const { socket } of subscriptions) if (!socket.closed) socket.drop(code)
  }

  /** All open sockets, or one, stay open and send nothing. */
  stall(socket?: FakeSocket): void {
    for (const subscription of this.#subscriptions) {
      if (!socket || subscription.socket === socket) subscription.stalled = true
    }
  }

  /** Sockets send again, without the batches in between. */
  goOn(): void {
    for (const subscription of this.#subscriptions) subscription.stalled = false
  }

  notice(): void {
    for (const { socket, stalled } of this.#subscriptions) {
      if (!stalled) socket.push({ type: 'server_notice', message: 'closing soon', remaining_seconds: 300 })
    }
  }

  #batch(): void {
    this.#subscriptions = this.#subscriptions.filter(({ socket }) => !socket.closed)
    for (const subscription of this.#subscriptions) {
      const data = this.arrived.slice(subscription.nextIndex).map(({ record }) => record)
      subscription.nextIndex = this.arrived.length
      if (subscription.stalled) continue
      const { socket } = subscription
      const text = batchText(data, this.#place())
      this.#later(() => {
        if (!socket.closed) socket.push(text)
      })
    }
  }

  #place(behind = 0): { position?: string } {
    return this.log === null ? {} : { position: `${this.log}-${this.arrived.length - behind}` }
  }

  #later(run: () => void): void {
    this.#clock.after(this.#latencyMs, run)
  }
}

function batchText(data: StrikeRecord[], place: { position?: string }): string {
  return JSON.stringify({ type: 'new_strikes', data, ...place }, (_, value) =>
    typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value,
  )
}
