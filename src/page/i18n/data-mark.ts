import type { TFunction } from 'i18next'
import type { PageConfig } from '../../contract/brontide.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { dateText } from '../../core/util/format.ts'

/** The label of data that are not live: simulated, or recorded with source and time; else ''. */
export function dataMark(
  { simulated, replay }: Pick<PageConfig, 'simulated' | 'replay'>,
  t: TFunction<'page'>,
): string {
  if (!replay) return simulated ? t('simulated') : ''
  const days = [replay.from, replay.to].map((time) => dateText(parseInstantMs(time) ?? 0, 'UTC'))
  return t('replay', { source: replay.source, date: [...new Set(days)].join(' – ') })
}
