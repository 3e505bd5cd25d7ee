import { type Alarm, isRow, type Row } from '../../../contract/watch/alarms.ts'
import { subjectOf } from '../../../core/levels/signature.ts'
import type { WatchStore } from '../../history/watch-store.ts'

/** Rows of a place that are looked through for the newest of each of its subjects. */
const LOOKED_THROUGH = 50

/** The newest row of each subject that is not over, or that a receiver still has to hear the end of. */
export class PresentRows {
  readonly #rows = new Map<string, Row>()

  /** Takes rows in the order of the log. */
  take(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) {
      const subject = subjectOf(alarm)
      if (subject !== null && isRow(alarm)) this.#rows.set(subject, alarm)
    }
  }

  /** A row that was changed by an acknowledgement alone. */
  acknowledge(alarm: Alarm): void {
    const subject = subjectOf(alarm)
    if (subject !== null && isRow(alarm) && this.#rows.get(subject)?.id === alarm.id) this.#rows.set(subject, alarm)
  }

  /** Reads what the log has of places, and of feeds; what came meanwhile stays. */
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

  /** Forgets what is over, unless somebody needs it. */
  prune(isNeeded: (subject: string) => boolean): void {
    for (const [subject, row] of this.#rows) if (isOver(row) && !isNeeded(subject)) this.#rows.delete(subject)
  }
}

/** Whether nothing is left to tell of a subject. */
function isOver({ levels, stops, observed, step }: Row): boolean {
  if (step === 'stop') return stops.length === 0
  return step === 'observation' ? observed.now : levels.every(({ state }) => state === 'off')
}
