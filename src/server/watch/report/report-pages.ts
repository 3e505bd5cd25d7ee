import { html, raw } from 'hono/html'
import type { PlaceReport } from '../../../contract/watch/report.ts'
import { csvText } from '../../../core/util/csv.ts'
import { fillIn } from '../../../core/util/fill-in.ts'
import { alarmStrings } from '../../../core/watch/alarm-strings.ts'
import { type Lang, timeText } from '../channels/alarm-text.ts'
import { reportStrings } from './strings.ts'

type Cell = string | number | null

/** Of a time that was not observed as a whole no strike is not known to be none. */
const NOT_KNOWN = '–'

/** A count as far as it is known; null where none was seen and not all of the time was observed. */
function known(count: number, watched: number): number | null {
  return count === 0 && watched < 1 ? null : count
}

/** A table of hours, and after an empty line one of alarms; times in UTC. */
export function reportCsv({ place, rings, hours, alarms }: PlaceReport): string {
  return csvText([
    ['hour_utc', 'place_id', ...rings.map(({ ringKm }) => `within_${ringKm}_km`), 'watched'],
    ...hours.map(({ from, strikes, watched }) => [
      from,
      place.id,
      ...strikes.map((count) => known(count, watched)),
      watched,
    ]),
    [],
    [
      'raised_utc',
      'place_id',
      'stage',
      'struck_utc',
      'distance_km',
      'value',
      'unit',
      'lead_min',
      'acknowledged_by',
      'note',
      'id',
    ],
    ...alarms.map(({ at, stage, struckAt, distanceKm, value, leadMin, acknowledged, id }) => {
      const seen = [acknowledged?.by ?? null, acknowledged?.note ?? null]
      return [
        at,
        place.id,
        stage,
        struckAt,
        distanceKm,
        value?.number ?? null,
        value?.unit ?? null,
        leadMin,
        ...seen,
        id,
      ]
    }),
  ])
}

/** A page to print, without a script or a style of its own; `picture` is SVG of ours. */
export function reportPage(report: PlaceReport, lang: Lang, picture = ''): string {
  const words = reportStrings[lang]
  const { place, rings, nearestKm, hours, alarms, notWatched } = report
  const isWhole = report.watched === 1
  const time = (utc: string | null) =>
    utc === null ? (isWhole ? words.none : NOT_KNOWN) : timeText(utc, place.timeZone, lang)
  const percent = (share: number) => `${Math.floor(share * 100)}%`
  const title = fillIn(words.title, { place: (lang === 'zh' ? place.nameZh : null) ?? place.name })
  const within = rings.map(({ ringKm }) => fillIn(words.within, { km: ringKm }))
  return String(html`<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<main>
<h1>${title}</h1>
${report.simulated ? raw(`<p><strong>${words.simulated}</strong></p>`) : ''}
<p>${fillIn(words.period, { from: time(report.from), to: time(report.to) })}</p>
<p>${fillIn(words.watched, { percent: Math.floor(report.watched * 100) })}</p>
${notWatched.length === 0 ? '' : html`<h2>${words.notWatched}</h2><ul>${notWatched.map(({ from, to }) => html`<li>${time(from)} – ${time(to)}</li>`)}</ul>`}
${picture === '' ? '' : html`<h2>${words.map}</h2>${raw(picture)}`}
<h2>${words.rings}</h2>
${table(
  [words.ring, words.strikes, words.first, words.last],
  rings.map(({ strikes, first, last }, i) => [
    within[i]!,
    known(strikes, report.watched) ?? NOT_KNOWN,
    time(first),
    time(last),
  ]),
)}
${nearestKm === null ? '' : html`<p>${fillIn(words.nearest, { km: nearestKm })}</p>`}
<h2>${words.hours}</h2>
${table(
  [words.hour, ...within, words.share],
  hours.map(({ from, strikes, watched }) => [
    time(from),
    ...strikes.map((count) => known(count, watched) ?? NOT_KNOWN),
    percent(watched),
  ]),
)}
<h2>${words.alarms}</h2>
${table(
  [words.raised, words.stage, words.distance, words.value, words.lead, words.by, words.note],
  alarms.map(({ at, stage, distanceKm, value, leadMin, acknowledged }) => [
    ...[
      time(at),
      alarmStrings[lang].stageName[stage],
      distanceKm,
      value && `${value.number} ${value.unit}`,
      leadMin,
      acknowledged?.by ?? null,
      acknowledged?.note ?? null,
    ],
  ]),
)}
<p>${words.disclaimer}</p>
</main>
</body>
</html>`)
}

function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]) {
  return html`<table border="1" cellpadding="4">
<thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell ?? ''}</td>`)}</tr>`)}</tbody>
</table>`
}
