import type { Alarm } from '../../../contract/watch/alarms.ts'
import { LADDERS } from '../../../contract/watch/place-states.ts'
import type { PlaceReport } from '../../../contract/watch/report.ts'
import { STOPS_LISTED_MAX } from '../../../contract/watch/stops.ts'
import { stopsDuring } from '../../../core/levels/level-periods.ts'
import type { Place } from '../../../core/places/place.ts'
import { type Clock, delay } from '../../../core/time/clock.ts'
import type { Span } from '../../../core/time/spans.ts'
import { PlaceReportMaker } from '../../../core/watch/place-report.ts'
import type { Lang } from '../../../locales/languages.ts'
import type { History } from '../../history/history.ts'
import type { WatchStore } from '../../history/watch-store.ts'
import type { Tiles } from '../../web/basemap-route.ts'
import { storedStops } from '../stops/work-stops.ts'
import { strikesOf } from '../strikes-of.ts'
import { DrawnStrikes } from './drawn-strikes.ts'
import { mapPicture, pictureBox } from './map-picture.ts'
import { reportPage } from './report-pages.ts'

const ALARMS_MAX = 1_000
/** This many rows include at least one of each ladder that has rows. */
const ROWS_BEFORE = 100

/**
 * Collects the report of a place and period; yields to other work in between. `drawn` collects strikes for a picture.
 */
export async function makeReport(
  history: Pick<History, 'strikes' | 'missing' | 'watch'>,
  of: { place: Place; period: Span; simulated: boolean; clock: Clock; drawn?: DrawnStrikes },
): Promise<PlaceReport> {
  const { place, period, simulated, clock, drawn } = of
  const { fromMs, toMs } = period
  const maker = new PlaceReportMaker(place, period)
  for await (const strikes of strikesOf(history, fromMs, toMs, clock)) {
    maker.add(strikes)
    drawn?.add(strikes)
  }
  const missing = await history.missing('lightning', fromMs, toMs)
  const withoutReports = await history.missing('metar', fromMs, toMs)
  const kept = await history.watch.alarms({ placeId: place.id, fromMs, toMs, limit: ALARMS_MAX })
  const alarms = kept.map(({ alarm }) => alarm).reverse()
  const before = await rowsBefore(history.watch, place.id, fromMs)
  const stops = stopsDuring((await storedStops(history.watch)).values(), period, place.id).slice(-STOPS_LISTED_MAX)
  return maker.made({ missing, withoutReports, alarms, before, stops, nowMs: clock.now(), simulated })
}

/** The newest row of each ladder of a place before a time, Unix ms: its levels may still be on. */
async function rowsBefore(store: Pick<WatchStore, 'alarms'>, placeId: string, toMs: number): Promise<Alarm[]> {
  const kept = await store.alarms({ placeId, toMs, limit: ROWS_BEFORE })
  return LADDERS.flatMap((kind) => kept.find(({ alarm }) => alarm.ladder === kind)?.alarm ?? [])
}

/** The same as a printable page, with a picture of base map, rings and strikes; and without it, as `text`. */
export async function makeReportPage(
  history: Parameters<typeof makeReport>[0],
  of: { place: Place; period: Span; simulated: boolean; clock: Clock; lang: Lang; tiles: Pick<Tiles, 'tile'> | null },
): Promise<{ report: PlaceReport; page: string; text: string }> {
  const { place, period, clock, lang, tiles } = of
  const drawn = new DrawnStrikes(pictureBox(place), period)
  const report = await makeReport(history, { ...of, drawn })
  const rest = () => delay(clock, 0)
  const picture = await mapPicture({ place, period, strikes: drawn, tiles, lang, rest })
  return { report, page: reportPage(report, lang, picture), text: reportPage(report, lang) }
}
