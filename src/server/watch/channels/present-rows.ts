import { type Alarm, isRow, type Row } from '../../../contract/watch/alarms.ts'
import { subjectOf } from '../../../core/levels/signature.ts'
import type { WatchStore } from '../../history/watch-store.ts'

/** Rows of a place searched for the newest of each subject. */
const LOOKED_THROUGH = 50

/** The newest row of each active subject, and of each subject whose end a receiver has not received. */
export class PresentRows {
  readonly #rows = new Map<string, Row>()

  /** Adds rows in the order of the log. */
  take(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) {
      const subject = subjectOf(alarm)
      if (subject !== null && isRow(alarm)) this.#rows.set(subject, alarm)
    }
  }

  acknowledge(alarm: Alarm): void {
    const subject = subjectOf(alarm)
    if (subject !== null && isRow(alarm) && this.#rows.get(subject)?.id === alarm.id) this.#rows.set(subject, alarm)
  }

  /** Loads rows of places and feeds from the log; newer ones that arrived meanwhile stay. */
  async load(store: Pick<WatchStore, 'alarms'>, places: Iterable<string>): Promise<void> {
    for (const placeId of ['', ...places]) {
      for (const { alarm } of await store.alarms({ placeId, limit: LOOKED_THROUGH })) {
        const subject = subjectOf(alarm)
        if (subject !== null && isRow(alarm) && !this.#rows.has(subject)) this.#rows.set(subject, alarm)
      }
    }
  }

  get(subject: string): Row | undefined {
    return this.#rows.get(subject)
  }

  all(): IterableIterator<Row> {
    return this.#rows.values()
  }

  /** Removes rows that are over, unless `isNeeded`. */
  prune(isNeeded: (subject: string) => boolean): void {
    for (const [subject, row] of this.#rows) if (isOver(row) && !isNeeded(subject)) this.#rows.delete(subject)
  }
}

/** Whether nothing remains to be reported about a subject. */
function isOver({ levels, stops, observed, step }: Row): boolean {
  if (step === 'stop') return stops.length === 0
  return step === 'observation' ? observed.now : levels.every(({ state }) => state === 'off')
}
