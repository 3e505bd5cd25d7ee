import { expect, it } from 'vitest'
import type { JournalEntry } from '../../../../contract/watch/journal.ts'
import type { Lang } from '../../../../locales/languages.ts'
import { words } from '../../../../testing/locales/page-words.ts'
import { entrySentence } from './entry-sentence.ts'

function sentence(
  kind: JournalEntry['kind'],
  subject: string | null,
  of: string | Partial<JournalEntry>,
  lang: Lang = 'en',
): string {
  const stored = typeof of === 'string' ? { text: of } : of
  const entry = { at: '2026-07-01T08:00:00Z', by: 'li', kind, subject, text: '', ...stored }
  const timeOf = (utc: string) => utc.slice(11, 16)
  return entrySentence(entry, {
    t: words.getFixedT(lang, 'shift'),
    titleOf: (id) => `Farm (${id})`,
    alarmOf: (id) => `alarm ${id}`,
    timeOf,
    stagesOf: String,
  })
}

it.each([
  ['place', 'east', 'drawn', 'Drew Farm (east)', '绘制 Farm (east)'],
  ['place', 'east', 'taken away', 'Removed Farm (east)', '移除 Farm (east)'],
  ['place', null, 'imported: 12', 'Imported 12 places', '导入 12 个地点'],
  ['file', 'RULES_FILE', '', 'RULES_FILE changed on the server', '服务器上的 RULES_FILE 已更改'],
  ['wall', 'Hall', 'let in', 'Let in wall Hall', '允许大屏 Hall 接入'],
  ['wall', 'Hall', 'turned away', 'Turned away wall Hall', '取消大屏 Hall 的接入'],
  [
    'unsubscribe',
    '1',
    'push.example.com: its session has ended',
    'No more push messages to a device, by push.example.com: its sign-in ended',
    '停止向一台设备推送，经 push.example.com：登录已结束',
  ],
  [
    'unsubscribe',
    '1',
    'push.example.com: its sign-in is over',
    'No more push messages to a device, by push.example.com: its sign-in ended',
    '停止向一台设备推送，经 push.example.com：登录已结束',
  ],
  ['test', 'gate', '', 'Tested channel gate', '测试通道 gate'],
  [
    'stop',
    'east',
    'fuelling: rain too',
    'Work stop at Farm (east): fuelling: rain too',
    'Farm (east)停工记录：fuelling：rain too',
  ],
  [
    'snooze',
    'east',
    'until 2026-07-01T08:30:00Z: crew: off\nfor lunch',
    'Snoozed Farm (east) until 08:30: crew: off\nfor lunch',
    '暂停 Farm (east) 的通知至 08:30：crew: off\nfor lunch',
  ],
  [
    'snooze',
    'east',
    'until 2026-07-01T08:30:00.000Z (alert, not-watched): crew',
    'Snoozed alert,not-watched of Farm (east) until 08:30: crew',
    '暂停 Farm (east)（alert,not-watched） 的通知至 08:30：crew',
  ],
  [
    'snooze',
    'east',
    'until 2026-07-01T08:30:00Z',
    'Snoozed Farm (east) until 08:30',
    '暂停 Farm (east) 的通知至 08:30',
  ],
] as [JournalEntry['kind'], string | null, string, string, string][])(
  'describes a change as earlier versions stored it: %s of %s, %j',
  (kind, subject, text, en, zh) => {
    expect(sentence(kind, subject, text)).toBe(en)
    expect(sentence(kind, subject, text, 'zh')).toBe(zh)
  },
)

const UNTIL = '2026-07-01T08:30:00Z'
it.each<[JournalEntry['kind'], string | null, Partial<JournalEntry>, string, string]>([
  ['place', 'east', { code: 'drawn' }, 'Drew Farm (east)', '绘制 Farm (east)'],
  ['place', 'east', { code: 'removed' }, 'Removed Farm (east)', '移除 Farm (east)'],
  ['place', null, { code: 'imported', count: 12 }, 'Imported 12 places', '导入 12 个地点'],
  ['wall', 'Hall', { code: 'admitted' }, 'Let in wall Hall', '允许大屏 Hall 接入'],
  ['wall', 'Hall', { code: 'removed' }, 'Turned away wall Hall', '取消大屏 Hall 的接入'],
  ['acknowledge', 'a.b', { text: 'seen' }, 'Acknowledged alarm a.b: seen', '确认 alarm a.b：seen'],
  [
    'unsubscribe',
    '1',
    { host: 'push.example.com', code: 'signed-out' },
    'No more push messages to a device, by push.example.com: its sign-in ended',
    '停止向一台设备推送，经 push.example.com：登录已结束',
  ],
  [
    'unsubscribe',
    '1',
    { host: 'push.example.com' },
    'No more push messages to a device, by push.example.com',
    '停止向一台设备推送，经 push.example.com',
  ],
  [
    'snooze',
    'east',
    { until: UNTIL, levels: ['r5'], text: 'crew: off' },
    'Snoozed r5 of Farm (east) until 08:30: crew: off',
    '暂停 Farm (east)（r5） 的通知至 08:30：crew: off',
  ],
  [
    'stop',
    'east',
    { work: 'fuelling', text: 'rain too' },
    'Work stop at Farm (east): fuelling: rain too',
    'Farm (east)停工记录：fuelling：rain too',
  ],
])('describes a change: %s of %s, %j', (kind, subject, of, en, zh) => {
  expect(sentence(kind, subject, of)).toBe(en)
  expect(sentence(kind, subject, of, 'zh')).toBe(zh)
})
