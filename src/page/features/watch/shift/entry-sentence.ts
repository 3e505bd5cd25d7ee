import type { TFunction } from 'i18next'
import type { JournalEntry } from '../../../../contract/watch/journal.ts'

export interface EntryWords {
  t: TFunction<'shift'>
  titleOf(placeId: string): string
  /** Of a UTC time in ISO 8601. */
  timeOf(utc: string): string
  /** Names of stages. */
  stagesOf(stages: readonly string[]): string
}

/** What the server writes of a change of places, as `place-change-routes.ts` has it. */
const PLACE_TEXTS: Record<string, string> = { drawn: 'drawn', changed: 'changed', 'taken away': 'removed' }
const IMPORTED = /^imported: (\d+)$/
/** Of a push service, and that it no longer knows the device. */
const HOST = /^(\S+?)(: .*)?$/
const UNTIL = /^until ([\d:.TZ-]+?)(?: \(([a-z-]+(?:, [a-z-]+)*)\))?(?:: (.*))?$/s

/** What somebody did, in the page's language; who and when stand beside it. */
export function entrySentence({ kind, subject, text }: JournalEntry, words: EntryWords): string {
  const { t, titleOf, timeOf, stagesOf } = words
  const place = subject === null ? '' : titleOf(subject)
  const about = subject ?? ''
  switch (kind) {
    case 'note':
      return t('entry.note', { text })
    case 'acknowledge':
      return withNote(t('entry.acknowledge', { alarm: about }), text)
    case 'snooze': {
      const [, until, stages, note = ''] = UNTIL.exec(text) ?? []
      if (until === undefined) return text
      const of = stages === undefined ? place : t('entry.ofPlace', { place, stages: stagesOf(stages.split(', ')) })
      return withNote(t('entry.snooze', { place: of, time: timeOf(until) }), note)
    }
    case 'snooze-end':
      return t('entry.snooze-end', { place })
    case 'test':
      return t('entry.test', { channel: about })
    case 'subscribe':
      return t('entry.subscribe', { host: text })
    case 'unsubscribe': {
      const [, host, gone] = HOST.exec(text) ?? []
      return t(gone ? 'entry.dropped' : 'entry.unsubscribe', { host })
    }
    case 'file':
      return t('entry.file', { file: about })
    case 'place': {
      const count = IMPORTED.exec(text)?.[1]
      if (count !== undefined) return t('entry.imported', { count: Number(count) })
      const known = PLACE_TEXTS[text]
      return known === undefined ? `${place}: ${text}` : t(`entry.${known}`, { place })
    }
  }
}

function withNote(said: string, note: string): string {
  return note === '' ? said : `${said}: ${note}`
}
