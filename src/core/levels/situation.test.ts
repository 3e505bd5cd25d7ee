import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LevelState, PlaceState, WorkStop } from '../../contract/watch/place-states.ts'
import type { Lang } from '../../locales/languages.ts'
import { type SituationInput, situationOf, situationText } from './situation.ts'

const DAY = '2026-07-01'
const at = (time: string) => `${DAY}T${time}Z`
const ms = (time: string) => Date.parse(at(time))

const level = (id: string, over: Partial<LevelState> = {}): LevelState => ({
  id,
  name: id.toUpperCase(),
  nameZh: null,
  km: 5,
  holdMin: 15,
  state: 'off',
  since: null,
  last: null,
  lastKm: null,
  end: null,
  until: null,
  coverage: 1,
  ...over,
})
const NAMES: Record<string, { nameZh: string | null; name: string }> = {
  manila: { name: 'Manila', nameZh: '马尼拉' },
  cebu: { name: 'Cebu', nameZh: '宿务' },
}
const placeIn = (id: string) => ({ id, name: id, nameZh: null, group: null, ...NAMES[id] })

function stateOf(id: string, levels: LevelState[], over: Partial<PlaceState> = {}): PlaceState {
  const top = levels.find(({ state }) => state === 'on') ?? levels.find(({ state }) => state === 'expected')
  return {
    place: placeIn(id),
    ladder: 'lightning',
    rev: 1,
    at: at('08:20:00'),
    incident: null,
    colour: null,
    level: top?.id ?? null,
    state: top?.state ?? 'off',
    rule: 'default',
    levels,
    stops: [],
    observed: { now: true, since: null },
    ...over,
  }
}

const stop = (over: Partial<WorkStop> = {}): WorkStop => ({
  id: 's1',
  place: 'manila',
  work: 'fuelling',
  by: 'Li',
  at: at('08:15:20'),
  note: '',
  earliestResume: null,
  level: 'red',
  changes: [],
  resumed: null,
  ...over,
})

const QUIET: SituationInput = {
  nowMs: ms('08:20:00'),
  places: [],
  nowcast: { atMs: ms('08:17:00'), withinMin: 60 },
  observed: { lightning: { now: true, since: null }, reports: { now: true, since: null } },
  unacknowledged: 0,
  isSelection: false,
  simulated: false,
}
const text = (over: Partial<SituationInput>, lang: Lang = 'en') =>
  situationText(situationOf({ ...QUIET, ...over }, lang), lang)

const RED = level('red', { nameZh: '红色', state: 'on', since: at('08:13:59.900') })
const IN_A_GAP: Partial<SituationInput> = {
  observed: { lightning: { now: false, since: at('08:17:10') }, reports: { now: true, since: null } },
  unacknowledged: 2,
}

it('describes a gap with a level, a stop and two rows as in the specification, in both languages', () => {
  const places = [stateOf('manila', [RED], { stops: [stop()] })]
  expect(text({ ...IN_A_GAP, places })).toBe(
    '08:20:00 UTC: no lightning data since 08:17:10; the situation since then is unknown. Manila: RED since 08:14, count-down paused. ' +
      'Fuelling stopped by Li at 08:15, no earliest resume. By the 08:17 nowcast no other place has a possible trigger within 60 minutes; ' +
      'new storms are not forecast. Two rows are unacknowledged.',
  )
  const inChinese = [stateOf('manila', [RED], { stops: [stop({ work: '加油' })] })]
  expect(text({ ...IN_A_GAP, places: inChinese }, 'zh')).toBe(
    '08:20:00 UTC：08:17:10起闪电数据中断，其后情况不明。马尼拉：红色08:14触发，倒计时暂停。Li于08:15记录停工：加油，未填最早复工时间。' +
      '按08:17外推，60分钟内未见其他地点可能触发（不含新生雷暴）。两条记录待确认。',
  )
})

it('rounds earliest ends up, names the most severe places first, and counts the rest', () => {
  const on = (end: string, over: Partial<LevelState> = {}) =>
    level('red', { state: 'on', since: at('08:10:00'), end: at(end), ...over })
  const places = [
    stateOf('cebu', [level('red'), level('watch', { state: 'on', since: at('08:01:00'), end: at('08:31:00') })]),
    stateOf('manila', [on('08:32:41', { coverage: 0.966 })], { colour: 'red' }),
    ...['a', 'b', 'c'].map((id) => stateOf(id, [on('08:40:00')], { colour: 'yellow' })),
  ]
  expect(situationOf({ ...QUIET, places }, 'en')[1]).toBe(
    'Manila: RED since 08:10, earliest end 08:33 if no further strike, data for 96% of the hold time; ' +
      'a: RED since 08:10, earliest end 08:40 if no further strike; b: RED since 08:10, earliest end 08:40 if no further strike; ' +
      'two more places with a level triggered.',
  )
})

it('states how long an earliest resume has passed, and stops at other places', () => {
  const stops = [
    stop({ earliestResume: at('08:15:30') }),
    stop({ id: 's2', work: 'towing', at: '2026-06-30T23:10:00Z', earliestResume: at('09:00:00') }),
  ]
  const places = [stateOf('manila', [level('red')], { stops })]
  expect(situationOf({ ...QUIET, places }, 'en')[2]).toBe(
    'Manila: towing stopped by Li at 2026-06-30 23:10, earliest resume 09:00; Manila: fuelling stopped by Li at 08:15, ' +
      'earliest resume 08:16 passed 4 min ago, not resumed.',
  )
  expect(situationOf({ ...QUIET, places }, 'zh')[2]).toBe(
    '马尼拉：Li于2026-06-30 23:10记录停工：towing，最早复工09:00；马尼拉：Li于08:15记录停工：fuelling，最早复工08:16已过4分钟，未记录复工。',
  )
})

it('states possible triggers with their nowcast, or that there is none or an old one', () => {
  const places = [stateOf('cebu', [level('watch', { state: 'expected', until: at('08:34:10') })])]
  const possible = (over: Partial<SituationInput>, lang: Lang = 'en') => situationOf({ ...QUIET, ...over }, lang)[2]
  expect(possible({ places })).toBe(
    'By the 08:17 nowcast a trigger is possible: Cebu WATCH until 08:35; new storms are not forecast.',
  )
  expect(possible({ places }, 'zh')).toBe('按08:17外推（不含新生雷暴），可能触发：宿务WATCH，至08:35。')
  const old = { atMs: ms('08:09:00'), withinMin: 60 }
  expect(possible({ places, nowcast: old })).toMatch(/ was possible: .*; there is no newer nowcast\.$/)
  expect(possible({ nowcast: old })).toBe(
    'The latest nowcast is from 08:09; which triggers are possible since then is unknown.',
  )
  expect(possible({ nowcast: null })).toBe('No nowcast; which triggers are possible is unknown.')
})

it('describes the weather, with overdue reports, and simulated data', () => {
  const weather = { ladder: 'weather' as const, observed: { now: false, since: at('07:00:00') } }
  const places = [
    stateOf('manila', [level('lifr', { state: 'on', since: at('08:00:00') })], weather),
    stateOf('cebu', [level('lifr')], weather),
  ]
  const told = situationOf({ ...QUIET, places, simulated: true }, 'en')
  expect(told.slice(-2)).toEqual([
    'Weather: Manila LIFR since 08:00, report overdue; Cebu report overdue.',
    'All data are simulated.',
  ])
})

const times = fc
  .integer({ min: 0, max: 3 * 86_400 })
  .map((seconds) => new Date(ms('08:20:00') - 2 * 86_400_000 + seconds * 1_000 + 100).toISOString())
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const name = fc.constantFrom('Manila', 'Runway 16', '5 km', '宿务')
const levels = fc
  .array(
    fc.record({
      name,
      since: times,
      end: maybe(times),
      until: times,
      state: fc.constantFrom('off' as const, 'expected' as const, 'on' as const),
      coverage: fc.constantFrom(0, 0.333, 0.966, 1),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.map((each, i) => level(`l${i}`, each)))
const stops = fc.array(
  fc.record({ id: fc.uuid(), work: name, by: name, at: times, earliestResume: maybe(times) }).map((each) => stop(each)),
  { maxLength: 4 },
)
const observed = fc.record({ now: fc.boolean(), since: maybe(times) })
const inputs: fc.Arbitrary<SituationInput> = fc.record({
  nowMs: fc.constant(ms('08:20:00')),
  places: fc.array(
    fc
      .tuple(name, levels, fc.constantFrom('lightning', 'weather'), stops, observed)
      .map(([named, all, ladder, open, seen]) =>
        stateOf(named, all, {
          place: { ...placeIn(named), id: named },
          ladder: ladder as 'weather',
          stops: open,
          observed: seen,
        }),
      ),
    { maxLength: 6 },
  ),
  observed: fc.record({ lightning: observed, reports: observed }),
  nowcast: maybe(fc.record({ atMs: times.map((time) => Date.parse(time)), withinMin: fc.constant(60) })),
  unacknowledged: maybe(fc.nat(12)),
  isSelection: fc.boolean(),
  simulated: fc.boolean(),
})

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const CHINESE = ['一', '两', '三', '四', '五', '六', '七', '八', '九']

/** All numbers that the text may contain, from the state alone. */
function numbersOf(input: SituationInput): Set<string> {
  const { places, nowcast, nowMs, unacknowledged, observed } = input
  const numbers = new Set<string>()
  const time = (iso: string | null) => {
    if (iso === null) return
    for (const moment of [Date.parse(iso), Date.parse(iso) + 59_999, Math.ceil(Date.parse(iso) / 1_000) * 1_000]) {
      for (const part of new Date(moment).toISOString().slice(0, 19).split(/\D/)) numbers.add(part)
    }
  }
  for (const each of [observed.lightning.since, observed.reports.since, new Date(nowMs).toISOString()]) time(each)
  if (nowcast) time(new Date(nowcast.atMs).toISOString())
  if (nowcast) numbers.add(`${nowcast.withinMin}`)
  const counts = [unacknowledged ?? 0]
  for (const { place, levels: all, stops: open } of places) {
    for (const { since, end, until, coverage, name: said } of all) {
      for (const each of [since, end, until]) time(each)
      numbers.add(`${Math.floor(coverage * 100)}`)
      for (const part of said.match(/\d+/g) ?? []) numbers.add(part)
    }
    for (const part of (place?.name ?? '').match(/\d+/g) ?? []) numbers.add(part)
    for (const each of open) {
      time(each.at)
      time(each.earliestResume)
      for (const part of `${each.work} ${each.by}`.match(/\d+/g) ?? []) numbers.add(part)
      if (each.earliestResume) numbers.add(`${Math.floor((nowMs - Date.parse(each.earliestResume)) / 60_000)}`)
    }
  }
  const open = new Set(places.flatMap(({ stops: each }) => each.map(({ id }) => id))).size
  // How many places or stops a sentence leaves unnamed.
  for (let count = 1; count <= Math.max(open, places.length) - 3; count++) counts.push(count)
  for (const count of counts)
    for (const each of [`${count}`, WORDS[count - 1], CHINESE[count - 1]]) if (each) numbers.add(each)
  return numbers
}

it('contains no number outside the state, names all missing data, and forecasts nothing (P14)', () => {
  fc.assert(
    fc.property(inputs, fc.constantFrom('en' as const, 'zh' as const), (input, lang) => {
      const sentences = situationOf(input, lang)
      const told = situationText(sentences, lang)
      expect(sentences.length).toBeGreaterThanOrEqual(2)
      expect(sentences.length).toBeLessThanOrEqual(8)
      const counted =
        lang === 'en' ? new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'gi') : /[一两三四五六七八九](?=条|处|项)/g
      const found = [...(told.match(/\d+/g) ?? []), ...(told.match(counted) ?? [])].map((each) => each.toLowerCase())
      const allowed = numbersOf(input)
      expect(found.filter((each) => !allowed.has(each))).toEqual([])
      const { lightning, reports } = input.observed
      const missing = (is: boolean, words: RegExp) => is && expect(told).toMatch(words)
      missing(!lightning.now, /no lightning data|闪电数据中断|无闪电数据/)
      missing(lightning.now && lightning.since !== null, /gap in the data|此前有中断/)
      missing(!reports.now, /No airport reports|机场报告/)
      missing(input.nowcast === null, /No nowcast|无临近预报/)
      missing(input.unacknowledged === null, /unacknowledged is unknown|待确认记录数不明/)
      missing(
        input.places.some(({ ladder, observed: { now } }) => ladder === 'weather' && !now),
        /report overdue|报文未按时收到|more place|另有/,
      )
      expect(told).not.toMatch(/all.clear|\bsafe\b|lifted|resume work|\bwill\b|解除|警报|预警|安全|可以复工|生效|\{\{/i)
    }),
    { numRuns: 300 },
  )
})
