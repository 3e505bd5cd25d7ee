import { randomUUID } from 'node:crypto'
import { positionOf } from '../../../contract/messages.ts'
import type { Source } from '../../sources/source.ts'

/** What is told of places in the log of what came, `LOG-NUMBER`. */
export interface LogPlaces {
  /** Up to where everything has been told here; undefined for a server that says nothing beside the contract. */
  position(): string | undefined
  /** The same, as who goes on from there may tell it to any process (`Source.toldPosition`). */
  told(): string | undefined
  close(): void
}

export const NO_PLACES: LogPlaces = { position: () => undefined, told: () => undefined, close() {} }

/**
 * The places of the log that a source shares with others; else of one that begins with this process and counts batches. To be
 * made before whoever else hears the source: in the moment in which a batch is told, its place is.
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
