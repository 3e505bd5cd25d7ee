import { html, raw } from 'hono/html'
import type { PlaceReport } from '../../../contract/watch/report.ts'
import { minutesOf } from '../../../core/levels/level-periods.ts'
import { csvText } from '../../../core/util/csv.ts'
import { fillIn } from '../../../core/util/fill-in.ts'
import { type Lang, timeText } from '../../../core/watch/alarm-sentence.ts'
import { reportStrings } from './strings.ts'

type Cell = string | number | null

/** Of a time that was not observed as a whole no strike is not known to be none. */
const NOT_KNOWN = '–'

/** A count as far as it is known; null where none was seen and not all of the time was observed. */
function known(count: number, watched: number): number | null {
  return count === 0 && watched < 1 ? null : count
}

/** A table of hours, and after empty lines one of alarms, of levels and of work stops; times in UTC. */
export function reportCsv({ place, rings, hours, alarms, levels, stops }: PlaceReport): string {
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
      'what',
    ],
    ...alarms.map(({ at, stage, struckAt, distanceKm, value, leadMin, acknowledged, id, what }) => {
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
        what.en,
      ]
    }),
    [],
    ['level', 'place_id', 'ladder', 'name', 'from_utc', 'to_utc', 'minutes'],
    ...levels.flatMap(({ id, ladder, name, periods, minutes }) =>
      periods.length === 0
        ? [[id, place.id, ladder, name, null, null, minutes]]
        : periods.map(({ from, to }) => [id, place.id, ladder, name, from, to, minutesBetween(from, to)]),
    ),
    [],
    [
      'work',
      'place_id',
      'stopped_utc',
      'by',
      'level',
      'earliest_resume_utc',
      'resumed_utc',
      'resumed_by',
      'minutes',
      'level_minutes',
      'resumed_before_end_of',
      'id',
    ],
    ...stops.map((stop) => [
      stop.work,
      place.id,
      stop.at,
      stop.by,
      stop.level,
      stop.earliestResume,
      stop.resumed?.at ?? null,
      stop.resumed?.by ?? null,
      stop.minutes,
      stop.levelMinutes,
      stop.resumedBeforeEnd.map(({ level, end }) => (end === null ? level : `${level} ${end}`)).join('; '),
      stop.id,
    ]),
  ])
}

/** Null where a level is still triggered. */
function minutesBetween(from: string, to: string | null): number | null {
  return to === null ? null : minutesOf([{ fromMs: Date.parse(from), toMs: Date.parse(to) }])
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
${levelsPart(report, lang, time)}
${stopsPart(report, lang, time)}
<h2>${words.alarms}</h2>
${table(
  [words.raised, words.what, words.distance, words.value, words.lead, words.by, words.note],
  alarms.map(({ at, what, distanceKm, value, leadMin, acknowledged }) => [
    ...[
      time(at),
      what[lang],
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

type TimeOf = (utc: string | null) => string

/** When each level was triggered, from–to, and for how long. */
function levelsPart({ levels, watched }: PlaceReport, lang: Lang, time: TimeOf) {
  const words = reportStrings[lang]
  if (levels.length === 0) return html`<h2>${words.levels}</h2><p>${watched < 1 ? NOT_KNOWN : words.noLevels}</p>`
  const rows = levels.map((level) => {
    const spans = level.periods.map(({ from, to }) =>
      fillIn(words.span, { from: time(from), to: to === null ? words.still : time(to) }),
    )
    return [nameIn(level, lang), spans.join(lang === 'zh' ? '；' : '; '), level.minutes ?? NOT_KNOWN]
  })
  return html`<h2>${words.levels}</h2>${table([words.level, words.fromTo, words.minutes], rows)}`
}

/** Work stops beside the levels, and where work was resumed before a level's earliest end. */
function stopsPart({ stops, levels }: PlaceReport, lang: Lang, time: TimeOf) {
  if (stops.length === 0) return ''
  const words = reportStrings[lang]
  const names = new Map(levels.map((level) => [level.id, nameIn(level, lang)]))
  const head = [words.work, words.stopped, words.stopBy, words.level, words.earliestResume, words.resumed]
  const rows = stops.map(
    ({ work, at, by, level, earliestResume, resumed, minutes, levelMinutes, resumedBeforeEnd }) => [
      work,
      time(at),
      by,
      level === null ? '' : (names.get(level) ?? level),
      earliestResume === null ? '' : time(earliestResume),
      resumed === null ? words.notResumed : fillIn(words.resumedBy, { time: time(resumed.at), by: resumed.by }),
      minutes,
      levelMinutes,
      resumedBeforeEnd
        .map((ended) => {
          const end = ended.end === null ? words.noData : time(ended.end)
          return fillIn(words.levelEnd, { level: nameIn(ended, lang), time: end })
        })
        .join(lang === 'zh' ? '；' : '; '),
    ],
  )
  return html`<h2>${words.stops}</h2>${table([...head, words.minutes, words.levelMinutes, words.beforeEnd], rows)}`
}

function nameIn({ name, nameZh }: { name: string; nameZh: string | null }, lang: Lang): string {
  return (lang === 'zh' ? nameZh : null) ?? name
}

function table(head: readonly Cell[], rows: readonly (readonly Cell[])[]) {
  return html`<table border="1" cellpadding="4">
<thead><tr>${head.map((cell) => html`<th>${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell ?? ''}</td>`)}</tr>`)}</tbody>
</table>`
}
