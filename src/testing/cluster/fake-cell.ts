import type { Cell } from '../../server/cluster/engine.ts'

type Stored = { text: string; revision: number } | null

/** A cell with a connection for each process, which may fail; `loseLatest` removes the latest writes, as NATS 2.9 may. */
export function createFakeCell() {
  let stands: Stored = null
  /** Previous records, the latest one last. */
  const before: Stored[] = []
  const openWay = () => {
    const faults = {
      /** All requests fail. */
      isOut: false,
      /** Writes are stored, and their responses are lost. */
      losesAnswers: false,
      /** Number of reads that return the previous record. */
      staleReads: 0,
    }
    const cell: Cell = {
      async read() {
        if (faults.isOut) throw new Error('out')
        return faults.staleReads-- > 0 ? (before.at(-1) ?? null) : stands
      },
      async write(text, revision) {
        if (faults.isOut) throw new Error('out')
        if ((stands?.revision ?? null) !== revision) return null
        before.push(stands)
        stands = { text, revision: (stands?.revision ?? 0) + 1 }
        if (faults.losesAnswers) throw new Error('no answer')
        return stands.revision
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
