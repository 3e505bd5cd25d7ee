import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../core/time/clock.ts'
import type { PointLedger, SpentPoints } from '../sources/upstream/point-ledger.ts'
import type { Cell } from './engine.ts'
import { createSharedRecord } from './shared-record.ts'
import { CHECK_EVERY_MS } from './timing.ts'

/** Epochs of leaders with an entry; points of earlier ones are summed. */
const NAMED = 32

/** Points of a UTC day by epoch of a leader. A list of names is the form of earlier versions, whose points are a sum. */
const countSchema = z.object({
  day: z.number(),
  points: z.number(),
  by: z.union([z.record(z.string(), z.number()), z.array(z.string()).transform((): Record<string, number> => ({}))]),
})
type Count = z.infer<typeof countSchema>

/**
 * Points that all leaders of a day have spent. Each writes its own sum: writing it twice changes nothing, so that a lost response, or a
 * charged call whose response comes after its leader lost the lease, is counted once.
 */
export function createSharedLedger(deps: { cell: Cell; clock: Clock; log: Logger }): PointLedger {
  const { clock } = deps
  const name: string = randomUUID()
  let known: Count = { day: 0, points: 0, by: {} }
  let own: SpentPoints = { day: 0, points: 0 }
  /** Points of other epochs that the count of this one includes. */
  let others: SpentPoints = { day: 0, points: 0 }
  let readMs = Number.NEGATIVE_INFINITY // monotonic
  let onElsewhere = (_spent: SpentPoints) => {}

  const record = createSharedRecord<Count>({
    ...deps,
    parse: (text) => countSchema.parse(JSON.parse(text)),
    notStored: 'points not stored yet, retrying',
    value() {
      if (own.day < known.day) return known
      const { points, by }: Omit<Count, 'day'> = known.day === own.day ? known : { points: 0, by: {} }
      const { [name]: _, ...rest } = by
      return withFewNames({ day: own.day, points, by: { ...rest, ...(own.points !== 0 && { [name]: own.points }) } })
    },
    merge(stored, { isBehind }) {
      if (!stored || isBehind) return
      known = stored
      const { [name]: _, ...by } = known.by
      const points = sumOf({ ...known, by })
      const more = points - pointsOn(known.day, others)
      others = { day: known.day, points }
      if (more !== 0) onElsewhere({ day: known.day, points: more })
    },
  })

  return {
    /** Written again as it is: a server that is behind refuses that. */
    async read() {
      if ((await record.read()) === null) return null
      while (!(await record.write()));
      return { day: known.day, points: sumOf(known) }
    },
    keep({ day, points }) {
      own = { day, points: points - pointsOn(day, others) }
      return record.save()
    },
    look() {
      if (clock.monotonicMs() - readMs < CHECK_EVERY_MS) return
      readMs = clock.monotonicMs()
      record.read().catch(() => {}) // repeated by the next call
    },
    onSpentElsewhere(listener) {
      onElsewhere = listener
    },
  }
}

const pointsOn = (day: number, spent: SpentPoints) => (spent.day === day ? spent.points : 0)
const sumOf = ({ points, by }: Count) => Object.values(by).reduce((sum, each) => sum + each, points)

/** The latest writer is last. */
function withFewNames({ day, points, by }: Count): Count {
  const entries = Object.entries(by)
  const named = entries.slice(-NAMED)
  const earlier = entries.slice(0, -NAMED).reduce((sum, [, each]) => sum + each, points)
  return { day, points: earlier, by: Object.fromEntries(named) }
}
