import type { PlaceReport } from '../../../contract/watch/report.ts'
import type { Place } from '../../../core/places/place.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { Span } from '../../../core/time/spans.ts'
import { PlaceReportMaker } from '../../../core/watch/place-report.ts'
import type { History } from '../../history/history.ts'
import { strikesOf } from '../strikes-of.ts'

const ALARMS_MAX = 1_000

/** Reads what was at a place in a period; others have their turn in between. */
export async function makeReport(
  history: Pick<History, 'strikes' | 'missing' | 'watch'>,
  of: { place: Place; period: Span; simulated: boolean; clock: Clock },
): Promise<PlaceReport> {
  const { place, period, simulated, clock } = of
  const { fromMs, toMs } = period
  const maker = new PlaceReportMaker(place, period)
  for await (const strikes of strikesOf(history, fromMs, toMs, clock)) maker.add(strikes)
  const missing = await history.missing('lightning', fromMs, toMs)
  const kept = await history.watch.alarms({ placeId: place.id, fromMs, toMs, limit: ALARMS_MAX })
  return maker.made({ missing, alarms: kept.map(({ alarm }) => alarm).reverse(), simulated })
}
