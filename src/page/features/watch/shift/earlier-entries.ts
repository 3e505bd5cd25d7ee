import type { EntryCode, JournalEntry } from '../../../../contract/watch/journal.ts'

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
export function presentEntry(entry: JournalEntry): JournalEntry {
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
