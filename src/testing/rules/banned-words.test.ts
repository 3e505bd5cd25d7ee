import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { expect, it } from 'vitest'
import type { Texts } from '../../locales/texts.ts'

/** A banned word, its replacement, and permitted uses. */
type Banned = [found: RegExp, instead: string, allowed?: RegExp]

const DESK: Banned = [/值班台|桌面/, '工作台: 桌面 is that of the operating system']

/** Terms that forecasters do not use, with replacements; checked in every catalogue. */
const WORDS: Banned[] = [
  [/what is said|is told|of now\b|not known\b/i, 'short words: "Alert me about", "current", "unknown"'],
  [/nothing (?:heard|arrives|received)|could not be had/i, '"no data", "not available"'],
  [/\basked\b|\basking\b|\banswers? of\b/i, '"data of 08:05 UTC", "loading"'],
  [/^Window$|time window/i, '"Range": a window is part of a screen'],
  [/\bsockets?\b|\bslots?\b/i, '"connection"'],
  [/lightning clock/i, '"lightning hold timer"'],
  [/\bguard(?:s|ed|ing)?\b/i, '"monitored": to guard promises protection'],
  [/等待时间/, '无闪电观察时间'],
  [/应答/, '数据时间, 响应'],
  [/无声/, '中断, 无数据'],
  [/时间窗/, '时段'],
  [/前最近一次/, '最近一次：3 秒前'],
  [/最近一次距离/, '距离最近的闪电: 最近一次 is the latest'],
  [/昼夜界线/, '晨昏线'],
  [/云幕/, '云底高'],
  [/最强雷暴/, '最活跃: the busiest storm is not the strongest'],
  DESK,
  [/新生\s?(?:CSI|次数)/, '首次出现: 新生 is a new storm, which is not forecast'],
]

/** All-clears, categorical negative forecasts, and permissions to work are banned everywhere. */
const ALL_CLEAR: Banned[] = [
  [/\ball[- ]quiet\b/i, '"no lightning detected" with distance and period'],
  [
    /\ball(?: is)?[- ]clear\b/i,
    'nothing: no word here lifts a warning',
    /\b(?:not|never gives|nothing here gives) an all-clear/i,
  ],
  [/\bis (?:a )?calm\b|\bcalm one\b/i, '"no strike was received"'],
  [/\bno storm is\b|\bstorm is no more\b/i, '"no storm detected", "no longer tracked"'],
  [/\bhas to rest\b|\bmay (?:work )?not go on\b|\bwork may\b|\bwho must act\b/i, 'how much of the hold time is left'],
  [/LIGHTNING WITHIN/, '"INNER RING": capitals alone tell nothing apart'],
  [/解除|平静|消散/, '未监测到闪电, with distance and period'],
  [/不会到达|没有[^，。；]{0,8}接近/, '按目前移向移速外推，未见…'],
  [/已停止/, '数据中断'],
  [/停工/, '观察时间', /停工记录|记录停工/], // a person's record is not an instruction
  [/恢复作业/, 'nothing', /不作为恢复作业的依据/],
  [/\bwork (?:may )?resumes?\b|\bgoing on after\b/i, 'nothing: a person alone resumes work'],
  [/无雷电|[内圈]无闪电|^无闪电$/, '未监测到闪电'],
  [/^(?:no) (?:strokes?|strikes?|lightning)?$/i, '"… detected"'],
]

/** Words of an official warning service, and of protection, which Brontide does not give. */
const OFFICIAL: Banned[] = [
  [/警戒|预警|警报/, '外圈闪电, 内圈闪电, 告警', /不是预警系统/],
  [/守护|防护地点|受监视/, '监测地点'],
  [/雷击|闪击/, '闪电; 回击 in details alone'],
  [/特选报/, '特殊报告'],
  [/雷电时钟/, '无闪电计时'],
  [/(?:东北|东南|西南|西北)偏[东南西北]/, '北东北, 东东北, …'],
]

/** Of a catalogue alone: in code these are the states of a ring. */
const CATALOGUE: Banned[] = [
  ...WORDS,
  [/\bquiet\b/i, '"no strike detected"'],
  [/^No alarms$|^没有告警$/, '"no recorded alarm matches": the log may be filtered or incomplete'],
  [/server rejected|服务器未接受/, '"did not confirm": it may be unreachable'],
  [/\bstopped\b/i, '"no data", "paused"', /^Total time stopped$|stopped by/], // work, by a person
  [/\bcalm\b/i, '"no storm detected"', /^calm$/i], // of wind
  [/\bon its way\b/i, '"moving this way", "moving in"'],
]

/** Documents may name calm states of the simulator and the code. */
const DOCUMENTS: Banned[] = [DESK, [/quiet: '(?:green|good)'|`green` after/, "'off': a green lamp is an all-clear"]]

/** The standard's term is meant: the rule bench evaluates rules of IEC 62793. */
const OF_IEC = /\/rules\.json$/
/** Strokes and discharges are distinguished only where details of strikes are shown. */
const OF_DETAILS = /\/(strike-card|lightning-row)\.json$/
/**
 * Permitted uses of green: live data, an applied change, a flight category, a curve. Never the absence of lightning.
 */
const GREEN = new Set([
  'app/gallery/gallery.tsx',
  'desk/status/link-state.tsx',
  'features/airports/history/history-charts.ts',
  'features/airports/panel/latest-report.tsx',
  'features/lightning/row/lightning-status.ts',
  'features/point/forecast/forecast-charts.tsx',
  'features/point/forecast/meteogram.tsx',
  'features/timeline/timeline.module.css',
  'features/watch/drawing/places-panel.tsx',
  'ui/badge.tsx',
  'ui/styles/base.css',
  'ui/styles/tokens.css',
])

const root = join(import.meta.dirname, '../../..')
const filesIn = (folder: string, name: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const sources = filesIn('src', /(?<!\.test)\.tsx?$/).filter((path) => !path.startsWith('src/testing/'))
const catalogues = filesIn('src/locales', /\.json$/)
const documents = [
  ...filesIn('docs', /\.md$/),
  ...filesIn('examples', /\.md$/),
  'README.md',
  'README.zh.md',
  'index.html',
]

const textsOf = (texts: Texts): string[] =>
  Object.values(texts).flatMap((value) =>
    typeof value === 'string' ? [value] : Array.isArray(value) ? value : textsOf(value as Texts),
  )

function bannedIn(texts: readonly string[], banned: readonly Banned[]): string[] {
  return texts.flatMap((text) => {
    const words = text.replace(/\{\{\w+\}\}/g, '')
    return banned
      .filter(([found, , allowed]) => found.test(allowed ? words.replace(new RegExp(allowed, 'gi'), '') : words))
      .map(([, instead]) => `${text} (say ${instead})`)
  })
}

function bansOf(path: string): Banned[] {
  const all = [...CATALOGUE, ...ALL_CLEAR, ...OFFICIAL]
  const bans = OF_IEC.test(path) ? all.filter(([found]) => !found.test('警报')) : all
  return OF_DETAILS.test(path) ? bans : [...bans, [/回击/, '闪电']]
}

it.each(catalogues)('%s uses the terms of forecasters, and never gives an all-clear', (path) => {
  const texts = textsOf(JSON.parse(read(path)) as Texts)
  expect(texts.length).toBeGreaterThan(0)
  expect(bannedIn(texts, bansOf(path))).toEqual([])
})

it('finds the catalogues of the page, of the server and of channels', () => {
  expect(catalogues).toEqual(
    expect.arrayContaining(['src/locales/en/alarm.json', 'src/locales/zh/report.json', 'src/locales/zh/clock.json']),
  )
})

it('finds no word of theirs outside the catalogues', () => {
  const lines = sources.flatMap((path) => read(path).split('\n'))
  expect(bannedIn(lines, [...ALL_CLEAR.filter(([found]) => /[^\x20-\x7e]/.test(found.source)), ...OFFICIAL])).toEqual(
    [],
  )
  expect(lines.filter((line) => /\ball[- ]quiet\b|LIGHTNING WITHIN/i.test(line))).toEqual([])
})

it.each(documents)('%s gives no all-clear either', (path) => {
  expect(bannedIn(read(path).split('\n'), [...ALL_CLEAR, ...OFFICIAL, ...DOCUMENTS])).toEqual([])
})

it('has nothing green that means nothing', () => {
  const green = filesIn('src/page', /(?<!\.test)\.(tsx?|css)$/).filter((path) =>
    /'good'|"good"|--good|\bgood: /.test(read(path)),
  )
  expect(green.map((path) => path.slice('src/page/'.length)).filter((path) => !GREEN.has(path))).toEqual([])
})

it('finds a banned word in both languages', () => {
  const found = (text: string) => bannedIn([text], bansOf('src/locales/en/page.json')).length > 0
  const words = [
    '解除',
    '各圈平静',
    '该单体已消散',
    '2 小时内不会到达任何机场',
    '已停止',
    '停工剩余',
    '警戒',
    '发出预警',
  ]
  const english = [
    'All quiet',
    'Quiet',
    'Stopped',
    'This storm is no more',
    'all clear',
    'Guarded places',
    'no storm is on its way here',
    'If work resumes after 15 min',
  ]
  expect(
    [...words, ...english, '没有雷暴正在接近', '雷电时钟', '恢复作业', '累计停工', '每分钟回击'].filter(
      (text) => !found(text),
    ),
  ).toEqual([])
  const allowed = ['{{asked}}', 'Calm', 'Not an all-clear.', '不是预警系统', '不作为恢复作业的依据', '未监测到闪电']
  expect(allowed.filter(found)).toEqual([])
  expect(bannedIn(["quiet: 'green'", 'An empty map is a calm one.'], [...ALL_CLEAR, ...DOCUMENTS])).toHaveLength(2)
})
