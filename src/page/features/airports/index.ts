import { lazy } from 'react'
import type { ReportRecord } from '../../../contract/metar.ts'
import { addWords } from '../../i18n/add-words.ts'
import { lazyPart } from '../../live/lazy-part.ts'
import type { MapOverlay, SearchHit } from '../../live/overlay.ts'
import { reportStore } from '../../live/reports/report-store.ts'
import type { ServerConnection } from '../../live/server-connection.ts'

const KIND = 'airport'

/** Comes with the list of airports: without one there is nothing to find. */
let find: (text: string) => SearchHit[] = () => []

/** Airports by flight category, with their latest reports. What decodes and draws loads after the map shows. */
export const airports: MapOverlay = {
  id: 'airports',
  order: 30,
  defaultOn: true,
  followsTime: true,
  Layer: lazyPart(() => import('./layer/airport-layer.tsx')),
  Row: lazyPart(() => worded(import('./row/airport-row.tsx'))),
  Headline: lazy(() => worded(import('./row/airport-headline.tsx'))),
  selection: { kind: KIND, urlParam: 'airport', Panel: lazy(() => worded(import('./panel/airport-panel.tsx'))) },
  attach,
  search: (text) => find(text),
  strings: { en: { name: 'Airports' }, zh: { name: '机场' } },
}

/** A part together with the words of all of them, which are too many for the first load. */
async function worded<Part>(part: Promise<Part>): Promise<Part> {
  const [{ strings }, loaded] = await Promise.all([import('./strings.ts'), part])
  addWords('airports', strings)
  return loaded
}

function attach(connection: ServerConnection): () => void {
  // Records may come before the code that decodes them is here; none may be lost.
  const early: ReportRecord[] = []
  let take = (records: readonly ReportRecord[]): void => {
    early.push(...records)
  }
  let stopList: (() => void) | null = null
  let stopped = false

  const stopReports = connection.reports.subscribe((event) => {
    if (event.kind === 'records') take(event.records)
  })
  connection.reports.start()
  void import('./layer/attach.ts').then(({ addRecords, findAirports, keepAirportList }) => {
    if (stopped) return
    find = findAirports
    stopList = keepAirportList(connection, reportStore)
    take = (records) => addRecords(reportStore, records)
    take(early)
  })

  return () => {
    stopped = true
    stopReports()
    stopList?.()
  }
}
