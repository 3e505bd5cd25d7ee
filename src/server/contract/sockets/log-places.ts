import { randomUUID } from 'node:crypto'
import { positionOf } from '../../../contract/messages.ts'
import type { Source } from '../../sources/source.ts'

/** Positions in the shared log, `LOG-NUMBER`. */
export interface LogPlaces {
  /** Position up to which everything was sent here; undefined without extensions. */
  position(): string | undefined
  /** The same in the form valid at every process (`Source.toldPosition`). */
  told(): string | undefined
  close(): void
}

export const NO_PLACES: LogPlaces = { position: () => undefined, told: () => undefined, close() {} }

/**
 * Positions of the log that a source shares with others; else of a local log that counts batches from process start.
 * Create it before other listeners of the source, so that the position is current when a batch is sent.
 */
export function createLogPlaces(source: Pick<Source, 'position' | 'toldPosition' | 'onStrikes'>): LogPlaces {
  const { position, toldPosition = position } = source
  if (position) return { position: () => position(), told: () => toldPosition?.(), close() {} }
  const log = randomUUID().slice(0, 8)
  let number = 0
  const close = source.onStrikes((event) => {
    if (event.kind === 'batch') number++
  })
  const here = () => positionOf(log, number)
  return { position: here, told: here, close }
}
