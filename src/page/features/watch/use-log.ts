import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { useFormat } from '../../i18n/format.ts'
import { ALARMS_HELD_MAX, useAlarmLog } from '../../live/alarms/alarm-log.ts'
import { useWatchQuery } from '../../live/alarms/use-watch-query.ts'
import { usePage } from '../../state/page-store.ts'
import { logRows, queryOf } from './log-rows.ts'
import { useLog } from './log-store.ts'
import { sentenceOf } from './sentence-of.ts'

/** The filtered rows of the log: those of the page, and older ones of the server. */
export function useLogRows() {
  const { t } = useTranslation('alarm')
  const lang = usePage((state) => state.lang)
  const format = useFormat()
  const filter = useLog((state) => state.filter)
  const watched = usePage((state) => state.watched)
  const held = useAlarmLog((state) => state.alarms)
  const query = queryOf(filter)
  const { data, isError, isPending } = useWatchQuery(['alarms', query], (access, signal) =>
    access.alarms({ ...query, limit: String(ALARMS_HELD_MAX) }, signal),
  )
  const rows = useMemo(() => {
    const textOf = (alarm: Alarm) => sentenceOf(alarm, { t, lang, format })
    return logRows({ held, asked: data ?? [] }, filter, { textOf, watched })
  }, [held, data, filter, watched, t, lang, format])
  return { rows, isPending, isFailed: isError, isCut: (data?.length ?? 0) >= ALARMS_HELD_MAX }
}
