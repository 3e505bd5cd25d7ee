import type { TFunction } from 'i18next'
import type { EntryCode, JournalEntry } from '../../../../contract/watch/journal.ts'

export interface EntryWords {
  t: TFunction<'shift'>
  titleOf(placeId: string): string
  /** By its id. */
  alarmOf(id: string): string
  /** Of a UTC time in ISO 8601. */
  timeOf(utc: string): string
  /** Names of stages, or ids of levels. */
  stagesOf(stages: readonly string[]): string
}

/** A change by a person, in the page's language; author and time are shown separately. */
export function entrySentence(stored: JournalEntry, words: EntryWords): string {
  const entry = presentEntry(stored)
  const said = sentenceOf(entry, words)
  return entry.text === '' || entry.kind === 'note' ? said : words.t('entry.withNote', { said, note: entry.text })
}

function sentenceOf(entry: JournalEntry, { t, titleOf, alarmOf, timeOf, stagesOf }: EntryWords): string {
  const { kind, subject, text, code, host = '', count = 0, until, levels, work = '' } = entry
  const place = subject === null ? '' : titleOf(subject)
  const about = subject ?? ''
  switch (kind) {
    case 'note':
      return t('entry.note', { text })
    case 'acknowledge':
      return t('entry.acknowledge', { alarm: alarmOf(about) })
    case 'snooze': {
      const of = levels ? t('entry.ofPlace', { place, stages: stagesOf(levels) }) : place
      return t('entry.snooze', { place: of, time: until === undefined ? '–' : timeOf(until) })
    }
    case 'snooze-end':
      return t('entry.snooze-end', { place })
    case 'stop':
    case 'stop-change':
    case 'resume':
      return t(`entry.${kind}`, { place, text: work })
    case 'test':
      return t('entry.test', { channel: about })
    case 'subscribe':
      return t('entry.subscribe', { host })
    case 'unsubscribe':
      return t(`entry.${(code && UNSUBSCRIBED[code]) ?? 'unsubscribe'}`, { host })
    case 'wall':
      return t(code === 'admitted' ? 'entry.wallIn' : 'entry.wallAway', { wall: about })
    case 'file':
      return t('entry.file', { file: about })
    case 'place':
      if (code === 'drawn' || code === 'changed' || code === 'removed') return t(`entry.${code}`, { place })
      return code === 'imported' ? t('entry.imported', { count }) : place
  }
}

/** Why a device gets no more push messages: keys of the catalogue. */
const UNSUBSCRIBED: Partial<Record<EntryCode, 'dropped' | 'silent' | 'signedOut' | 'lapsed' | 'notAllowed'>> = {
  dropped: 'dropped',
  silent: 'silent',
  'signed-out': 'signedOut',
  lapsed: 'lapsed',
  'not-permitted': 'notAllowed',
}

/** Texts that earlier versions stored instead of codes. */
const CODES: Record<string, EntryCode> = {
  'let in': 'admitted',
  'turned away': 'removed',
  drawn: 'drawn',
  changed: 'changed',
  'taken away': 'removed',
}
const WHY: Record<string, EntryCode> = {
  'the push service reports the subscription as gone': 'dropped',
  'it is known there no more': 'dropped',
  'no delivery succeeded for a day': 'silent',
  'its session has ended': 'signed-out',
  'its sign-in is over': 'signed-out',
  'its page was not opened for 30 days': 'lapsed',
  'its page did not come by for 30 days': 'lapsed',
  'its user no longer exists': 'not-permitted',
  'nobody signs in by its name any more': 'not-permitted',
  'its user is no longer permitted to receive alarms': 'not-permitted',
  'it may not have alarms any more': 'not-permitted',
}
const IMPORTED = /^imported: (\d+)$/
/** A push service, and why the device has no more messages. */
const HOST = /^(\S+?)(?:: (.*))?$/
const UNTIL = /^until ([\d:.TZ-]+?)(?: \(([a-z0-9-]+(?:, [a-z0-9-]+)*)\))?(?:: (.*))?$/s
/** Work, and a note. */
const WORK = /^([^:]*)(?:: (.*))?$/s

/** An entry of an earlier version in the present form; others as they are. */
function presentEntry(entry: JournalEntry): JournalEntry {
  const { kind, text } = entry
  if (kind === 'snooze' && entry.until === undefined) {
    const [, until, levels, note = ''] = UNTIL.exec(text) ?? []
    return until === undefined ? entry : { ...entry, until, text: note, ...(levels && { levels: levels.split(', ') }) }
  }
  if ((kind === 'subscribe' || kind === 'unsubscribe') && entry.host === undefined) {
    const [, host = text, why = ''] = HOST.exec(text) ?? []
    const code = WHY[why]
    return { ...entry, host, text: '', ...(code && { code }) }
  }
  if ((kind === 'stop' || kind === 'stop-change' || kind === 'resume') && entry.work === undefined) {
    const [, work = text, note = ''] = WORK.exec(text) ?? []
    return { ...entry, work, text: note }
  }
  if ((kind !== 'place' && kind !== 'wall') || entry.code !== undefined) return entry
  const count = IMPORTED.exec(text)?.[1]
  if (count !== undefined) return { ...entry, code: 'imported', count: Number(count), text: '' }
  const code = CODES[text]
  return code ? { ...entry, code, text: '' } : entry
}
