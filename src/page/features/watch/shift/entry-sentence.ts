import type { TFunction } from 'i18next'
import type { JournalEntry } from '../../../../contract/watch/journal.ts'

export interface EntryWords {
  t: TFunction<'shift'>
  titleOf(placeId: string): string
  /** Of a UTC time in ISO 8601. */
  timeOf(utc: string): string
  /** Names of stages, or ids of levels. */
  stagesOf(stages: readonly string[]): string
}

/** Texts written by `place-change-routes.ts` for changes of places. */
const PLACE_TEXTS: Record<string, string> = { drawn: 'drawn', changed: 'changed', 'taken away': 'removed' }
const IMPORTED = /^imported: (\d+)$/
/** Reasons why push messages to a device ended, as in `push/subscriptions.ts`; entries of earlier versions have the later ones. */
const UNSUBSCRIBED_WHY: Record<string, 'dropped' | 'signedOut' | 'lapsed' | 'notAllowed'> = {
  ': the push service reports the subscription as gone': 'dropped',
  ': its session has ended': 'signedOut',
  ': its page was not opened for 30 days': 'lapsed',
  ': its user no longer exists': 'notAllowed',
  ': its user is no longer permitted to receive alarms': 'notAllowed',
  ': it is known there no more': 'dropped',
  ': its sign-in is over': 'signedOut',
  ': its page did not come by for 30 days': 'lapsed',
  ': nobody signs in by its name any more': 'notAllowed',
  ': it may not have alarms any more': 'notAllowed',
}
/** Of a push service, and why it ended. */
const HOST = /^(\S+?)(: .*)?$/
const UNTIL = /^until ([\d:.TZ-]+?)(?: \(([a-z0-9-]+(?:, [a-z0-9-]+)*)\))?(?:: (.*))?$/s

/** A change by a person in the page's language; author and time are shown beside it. */
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
    case 'stop':
    case 'stop-change':
    case 'resume':
      return t(`entry.${kind}`, { place, text })
    case 'test':
      return t('entry.test', { channel: about })
    case 'subscribe':
      return t('entry.subscribe', { host: text })
    case 'unsubscribe': {
      const [, host, why = ''] = HOST.exec(text) ?? []
      const known = UNSUBSCRIBED_WHY[why]
      return known ? t(`entry.${known}`, { host }) : `${t('entry.unsubscribe', { host })}${why}`
    }
    case 'wall':
      return t(text === 'let in' ? 'entry.wallIn' : 'entry.wallAway', { wall: about })
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
