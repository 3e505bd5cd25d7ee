import type { Cell } from '../../server/cluster/nats/cell.ts'

/** What goes wrong on one way to a cell. */
export interface CellFaults {
  /** Nothing gets there. */
  isOut: boolean
  /** What is written is, and nobody is told so. */
  losesAnswers: boolean
  /** So many times what could be written does not get there. */
  lostWrites: number
  /** What was there before the latest writing is answered this many times. */
  staleReads: number
}

type Stored = { text: string; revision: number } | null

/** Writes that can be lost at most. */
const KEPT_MAX = 30

/** A cell with a connection for each process, which may fail; `loseLatest` removes the latest writes, as NATS 2.9 may. */
export function createFakeCell() {
  let stands: Stored = null
  /** Previous records, the latest one last. */
  const before: Stored[] = []
  const openWay = () => {
    const faults: CellFaults = { isOut: false, losesAnswers: false, lostWrites: 0, staleReads: 0 }
    const cell: Cell = {
      async read() {
        if (faults.isOut) throw new Error('out')
        return faults.staleReads-- > 0 ? (before.at(-1) ?? null) : stands
      },
      async write(text, revision) {
        if (faults.isOut) throw new Error('out')
        if ((stands?.revision ?? null) !== revision) return null
        if (faults.lostWrites-- > 0) throw new Error('no answer')
        before.push(stands)
        if (before.length > KEPT_MAX) before.shift()
        stands = { text, revision: (stands?.revision ?? 0) + 1 }
        if (faults.losesAnswers) throw new Error('no answer')
        return stands.revision
      },
      async stepDown() {
        if (faults.isOut) throw new Error('out')
      },
    }
    return { cell, faults }
  }
  return Object.assign(openWay, {
    loseLatest(count = 1) {
      for (let i = 0; i < count && before.length > 0; i++) stands = before.pop()!
    },
  })
}
