import type { TFunction } from 'i18next'
import type { PageConfig } from '../../contract/brontide.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { dateText } from '../../core/util/format.ts'

/** What every screen and picture says of data that is not of now: that it is made up, or whose and of when it is; else ''. */
export function dataMark(
  { simulated, replay }: Pick<PageConfig, 'simulated' | 'replay'>,
  t: TFunction<'page'>,
): string {
  if (!replay) return simulated ? t('simulated') : ''
  const days = [replay.from, replay.to].map((time) => dateText(parseInstantMs(time) ?? 0, 'UTC'))
  return t('replay', { source: replay.source, date: [...new Set(days)].join(' – ') })
}
