import type { BoardSources } from '../../core/airports/board-row.ts'
import { CATEGORY_PRESETS } from '../../core/metar/flight-category.ts'
import { comingTo, urgencyAt } from '../../core/nowcast/coming.ts'
import { keyOf, useLevels } from '../live/levels/level-store.ts'
import { levelReaderOf } from '../live/levels/use-levels.ts'
import type { LiveData } from '../live/live-data.ts'
import { isPlace } from '../live/places/place-store.ts'
import { isReportLineStale } from '../live/reports/stale-reports.ts'
import type { CategoryScheme } from '../state/choices.ts'

export interface BoardChoice {
  watched: readonly string[]
  scheme: CategoryScheme
  nowMs: number
}

/** Data of the page by which board, worst list, wall and the strip of watched airports order their rows alike. */
export function boardSources(
  { reports, reportLine, holdTimers, nowcast }: Pick<LiveData, 'reports' | 'reportLine' | 'holdTimers' | 'nowcast'>,
  { watched, scheme, nowMs }: BoardChoice,
): BoardSources {
  const next = nowcast.now()
  const watchedNow = new Set(watched)
  const levels = levelReaderOf(holdTimers)
  const { told, line } = useLevels.getState()
  const isByServer = levels.by() === 'server'
  return {
    latest: reports.latest,
    holdTimer: (id) => holdTimers.read(id),
    levels(id) {
      // An order needs which levels are on, not their count-downs at the present second.
      if (isByServer) return line === 'whole' ? (told.get(keyOf('lightning', id)) ?? null) : null
      const read = levels.read(id)
      return read.kind === 'told' ? read.lightning : null
    },
    coming: (id) => comingTo(next, id, nowMs),
    chance: (id) => urgencyAt(next, id, nowMs),
    isWatched: (id) => watchedNow.has(id),
    isPlace,
    preset: CATEGORY_PRESETS[scheme],
    areReportsStale: isReportLineStale(reportLine.state()),
  }
}
