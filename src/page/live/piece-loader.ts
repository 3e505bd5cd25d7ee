import { ContractError } from '../../client/http/contract-api.ts'
import { type Clock, delay } from '../../core/time/clock.ts'

const RETRY_MS = 3_000

interface Pieces<Piece> {
  clock: Clock
  /** The piece that is missed most; null while everything that is wanted is here. */
  next(): Piece | null
  load(piece: Piece, signal: AbortSignal): Promise<void>
  /** Called with the reason of a failure. */
  failed?(error: Error): void
}

/**
 * Loads past data piece by piece. A failed piece is retried after three seconds; on a server without history (404)
 * loading stops until the next request.
 */
export class PieceLoader<Piece> {
  readonly #pieces: Pieces<Piece>
  readonly #controller = new AbortController()
  #isRunning = false

  constructor(pieces: Pieces<Piece>) {
    this.#pieces = pieces
  }

  /** To be called whenever the wanted part changes. Cheap. */
  run(): void {
    if (this.#isRunning || this.#controller.signal.aborted) return
    this.#isRunning = true
    void this.#loadAll().finally(() => {
      this.#isRunning = false
    })
  }

  /** Stops loading; safe to call twice. */
  close(): void {
    this.#controller.abort()
  }

  async #loadAll(): Promise<void> {
    const { clock, next, load, failed } = this.#pieces
    const { signal } = this.#controller
    for (let piece = next(); piece !== null && !signal.aborted; piece = next()) {
      try {
        await load(piece, signal)
      } catch (error) {
        if (signal.aborted) return
        failed?.(error instanceof Error ? error : new Error(String(error)))
        if (error instanceof ContractError && error.status === 404) return
        await delay(clock, RETRY_MS, signal).catch(() => {}) // closed meanwhile
      }
    }
  }
}
