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

/** A cell of which each process has a way of its own, which may fail; `loseLatest` has it lose what was written last. */
export function createFakeCell() {
  let before: { text: string; revision: number } | null = null
  let stands: { text: string; revision: number } | null = null
  const openWay = () => {
    const faults: CellFaults = { isOut: false, losesAnswers: false, lostWrites: 0, staleReads: 0 }
    const cell: Cell = {
      async read() {
        if (faults.isOut) throw new Error('out')
        return faults.staleReads-- > 0 ? before : stands
      },
      async write(text, revision) {
        if (faults.isOut) throw new Error('out')
        if ((stands?.revision ?? null) !== revision) return null
        if (faults.lostWrites-- > 0) throw new Error('no answer')
        before = stands
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
    loseLatest() {
      stands = before
    },
  })
}
