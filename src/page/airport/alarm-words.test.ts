import { expect, it } from 'vitest'
import { type Alarm, alarmSchema } from '../../contract/watch/alarms.ts'
import type { Lang } from '../../locales/languages.ts'
import { words } from '../../testing/locales/page-words.ts'
import { formatFor } from '../i18n/format.ts'
import type { UnitSystem } from '../state/choices.ts'
import { alarmSentence, alarmTone } from './alarm-words.ts'

function alarm(stage: Alarm['stage'], details: Alarm['details']): Alarm {
  const place = { id: 'ZSPD', name: 'Pudong', nameZh: '浦东', group: null }
  const at = '2026-07-01T08:00:00.000Z'
  const nothing = { struckAt: null, distanceKm: null, arrival: null, watched: null, link: null, acknowledged: null }
  return alarmSchema.parse({ id: 'a', place, stage, at, details, simulated: false, ...nothing })
}
function told(units: UnitSystem, lang: Lang, ...of: Parameters<typeof alarm>) {
  const format = formatFor({ units, zone: 'UTC', lang })
  return alarmSentence(alarm(...of), { t: words.getFixedT(lang, 'alarm'), lang, format }).replaceAll('\u00a0', ' ')
}

it('has wind and ceiling of an alarm in the selected units', () => {
  expect(told('metric', 'en', 'wind', { mps: 12.9 })).toBe('Pudong: wind or gusts of 12.9 m/s')
  expect(told('aviation', 'en', 'wind', { mps: 12.9 })).toBe('Pudong: wind or gusts of 25 kt')
  expect(told('aviation', 'zh', 'wind', { mps: 12.9 })).toBe('浦东：风速（阵风）25 kt')
  expect(told('aviation', 'en', 'visibility', { m: 1200 })).toBe('Pudong: visibility 1200 m')
  expect(told('metric', 'en', 'ceiling', { m: 91 })).toBe('Pudong: ceiling 91 m')
})

it('has a ceiling in the reported hundreds of feet, although an alarm has whole metres', () => {
  const ceilings = [30, 61, 91, 152, 3048].map((m) => told('aviation', 'zh', 'ceiling', { m }))
  expect(ceilings).toEqual([100, 200, 300, 500, 10_000].map((ft) => `浦东：云底高 ${ft} ft`))
})

it('never states quiet without distance and duration, nor without a disclaimer', () => {
  const quiet = { ringKm: 16, holdMin: 30 }
  expect(told('metric', 'en', 'quiet', quiet)).toBe(
    'No lightning detected within 16 km of Pudong for 30 minutes (no data gaps). Not an all-clear.',
  )
  expect(told('metric', 'zh', 'quiet', quiet)).toBe('浦东 16 km 内 30 分钟未监测到闪电，数据完整。不作为恢复作业的依据')
  expect(told('metric', 'en', 'quiet', { holdMin: 30 })).toContain('within the rings of Pudong')
  expect(alarmTone('quiet')).toBe('neutral')
})

it('names the feed that is lost in the language of the reader', () => {
  expect(told('metric', 'zh', 'feed-lost', { feed: 'lightning' })).toBe('闪电数据已中断 1 分钟，此后情况不明')
  expect(told('metric', 'en', 'feed-lost', { feed: 'reports' })).toBe(
    'Report data lost for 1 minute: conditions unknown since then',
  )
})

it('states nothing unknown', () => {
  expect(told('aviation', 'en', 'wind', {})).toBe('Pudong: wind or gusts of –')
})
