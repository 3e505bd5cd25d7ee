import type { TFunction } from 'i18next'
import type { EntryCode, JournalEntry } from '../../../../contract/watch/journal.ts'
import { presentEntry } from './earlier-entries.ts'

export interface EntryWords {
  t: TFunction<'shift'>
  titleOf(placeId: string): string
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

function sentenceOf(entry: JournalEntry, { t, titleOf, timeOf, stagesOf }: EntryWords): string {
  const { kind, subject, text, code, host = '', count = 0, until, levels, work = '' } = entry
  const place = subject === null ? '' : titleOf(subject)
  const about = subject ?? ''
  switch (kind) {
    case 'note':
      return t('entry.note', { text })
    case 'acknowledge':
      return t('entry.acknowledge', { alarm: about })
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
