import type { TFunction } from 'i18next'
import { type Alarm, isRow, type Stage } from '../../contract/watch/alarms.ts'
import { rowHeadline } from '../../core/levels/texts.ts'
import { feet, metres } from '../../core/util/units.ts'
import { sentenceKey } from '../../core/watch/alarm-sentence.ts'
import type { Lang } from '../../locales/languages.ts'
import { localName } from '../../locales/local-name.ts'
import { addWords } from '../i18n/add-words.ts'
import { type Quantity, quantityText } from '../i18n/format.ts'
import type { Tone } from '../ui/badge.tsx'

addWords(import.meta.glob('../../locales/*/{alarm,alarm-rows}.json', { eager: true, import: 'default' }))

interface AlarmFormat {
  utcTime(ms: number, seconds?: boolean): string
  distance(km: number): Quantity
}

export interface SentenceFormat {
  windSpeed(mps: number | null): Quantity
  visibility(m: number | null): Quantity
  height(m: number | null): Quantity
}

/** Reports have ceilings in hundreds of feet, alarms in whole metres. */
const CEILING_STEP_FT = 100

/**
 * An alarm in one sentence, worded as in channel messages, with the units of the page. `t` is of the namespace `alarm`.
 */
export function alarmSentence(
  alarm: Alarm,
  { t, lang, format }: { t: TFunction; lang: Lang; format: SentenceFormat },
): string {
  const { stage, place, details } = alarm
  const name = place ? localName(place, lang) : ''
  const category = String(details.category ?? '').toUpperCase()
  const wind = quantityText(format.windSpeed(numberOf(details.mps)))
  const m = numberOf(details.m)
  const length = stage === 'ceiling' ? format.height(m === null ? null : reportedCeilingM(m)) : format.visibility(m)
  const feed = details.feed === undefined ? '' : t(`feed.${details.feed}`, { defaultValue: '' })
  const told = { category, place: name, wind, metres: quantityText(length), feed }
  const key = sentenceKey(alarm)
  return t(key ? `sentence.${key}` : 'stage.stop', { ...details, ...told })
}

/** A row of the log in one sentence; rows without levels use the older texts. */
export function rowSentence(alarm: Alarm, how: Parameters<typeof alarmSentence>[1]): string {
  return isRow(alarm) ? rowHeadline(alarm, how.lang) : alarmSentence(alarm, how)
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

function reportedCeilingM(m: number): number {
  return metres(Math.round(feet(m) / CEILING_STEP_FT) * CEILING_STEP_FT)
}

/** Further facts of an alarm: distance, expected time, observed share. */
export function alarmFacts(alarm: Alarm, t: TFunction, format: AlarmFormat): string[] {
  const { distanceKm, struckAt, arrival, watched, simulated, details } = alarm
  return [
    isStruck(alarm) && struckAt !== null ? format.utcTime(Date.parse(struckAt), true) : '',
    distanceKm === null ? '' : t('facts.away', { distance: quantityText(format.distance(distanceKm)) }),
    details.errorKm === undefined ? '' : t('facts.perhaps', { errorKm: details.errorKm }),
    arrival === null ? '' : t('facts.likely', { time: format.utcTime(Date.parse(arrival.likely)) }),
    watched === null ? '' : t('facts.watchedShare', { percent: Math.floor(watched * 100) }),
    simulated ? t('facts.simulated') : '',
  ].filter(Boolean)
}

/** Whether a strike raised the alarm, and the alarm has its time. */
export function isStruck({ stage, struckAt }: Alarm): boolean {
  return (stage === 'alert' || stage === 'alarm') && struckAt !== null
}

const TONES: Partial<Record<Stage, Tone>> = {
  alarm: 'bad',
  alert: 'warn',
  approach: 'warn',
  // Nothing gives an all-clear; green would.
  quiet: 'neutral',
  'not-watched': 'unknown',
  'feed-lost': 'bad',
  'channel-broken': 'bad',
  test: 'neutral',
}

export function alarmTone(stage: Stage): Tone {
  return TONES[stage] ?? 'info'
}
