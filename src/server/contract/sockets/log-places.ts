import { randomUUID } from 'node:crypto'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { positionOf } from '../../../contract/messages.ts'
import type { Source } from '../../sources/source.ts'

type PlacedListener = (position: string, records: readonly StrikeRecord[]) => void

/** Positions in the shared log, `LOG-NUMBER`. */
export interface LogPlaces {
  /** Position up to which everything was delivered here; undefined without extensions. */
  position(): string | undefined
  /** Strikes that were delivered and have no position yet. */
  unlogged(): readonly StrikeRecord[]
  /** Reports the strikes of each position once it is reached. */
  onPlaced(listener: PlacedListener): () => void
  close(): void
}

export const NO_PLACES: LogPlaces = {
  position: () => undefined,
  unlogged: () => [],
  onPlaced: () => () => {},
  close() {},
}

/**
 * Positions of the log that a source shares with others; else of a local log that counts batches from process start.
 * Create it before other listeners of the source, so that the position is current when a batch is sent.
 */
export function createLogPlaces(source: Pick<Source, 'position' | 'unlogged' | 'onLogged' | 'onStrikes'>): LogPlaces {
  const { position, unlogged = () => [], onLogged } = source
  if (position && onLogged) return { position: () => position(), unlogged, onPlaced: onLogged, close() {} }
  const log = randomUUID().slice(0, 8)
  const listeners = new Set<PlacedListener>()
  let number = 0
  const close = source.onStrikes((event) => {
    if (event.kind !== 'batch') return
    number++
    for (const listener of listeners) listener(here(), event.records)
  })
  const here = () => positionOf(log, number)
  return {
    position: here,
    unlogged: () => [],
    onPlaced(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close,
  }
}
