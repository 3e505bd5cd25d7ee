import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ENTRY_KINDS, type JournalEntry } from '../../../../contract/watch/journal.ts'
import { csvText } from '../../../../core/util/csv.ts'
import { joinText } from '../../../../core/util/join-text.ts'
import { rowSentence } from '../../../airport/alarm-words.ts'
import { usePlaceTitle } from '../../../airport/use-place-title.ts'
import { downloadCsv } from '../../../desk/download.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAlarmLog } from '../../../live/alarms/alarm-log.ts'
import { useWatchQuery } from '../../../live/alarms/use-watch-query.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Choice } from '../log-filters.tsx'
import { MomentField } from '../moment-field.tsx'
import styles from '../watch.module.css'
import { type EntryWords, entrySentence } from './entry-sentence.ts'
import { ListState } from './list-state.tsx'

addWords(import.meta.glob('../../../../locales/*/alarm.json', { eager: true, import: 'default' }))

const ASKED_MAX = 1_000

/** The journal: acknowledgements, snoozes, notes, channel tests, places, and settings files. */
export function Changes() {
  const { t } = useTranslation('shift')
  const { utcDateTime } = useFormat()
  const [kind, setKind] = useState('')
  const [text, setText] = useState('')
  const [fromMs, setFromMs] = useState<number | null>(null)
  const [toMs, setToMs] = useState<number | null>(null)
  const sentenceOf = useSentence()
  const query = {
    limit: String(ASKED_MAX),
    ...(kind && { kind }),
    ...(fromMs !== null && { from: new Date(fromMs).toISOString() }),
    ...(toMs !== null && { to: new Date(toMs).toISOString() }),
  }
  const { data, isError } = useWatchQuery(['journal', query], (access, signal) => access.journal(query, signal))
  const wanted = text.trim().toLowerCase()
  const rows = useMemo(
    () => data?.filter((entry) => `${sentenceOf(entry)} ${entry.by ?? ''}`.toLowerCase().includes(wanted)),
    [data, wanted, sentenceOf],
  )
  return (
    <>
      <search className={`fields ${styles.filters} ${styles.sideways}`} aria-label={t('filter')}>
        <TextField type="search" label={t('search')} value={text} onChange={setText} />
        <Choice
          label={t('kindChoice')}
          value={kind}
          options={[['', t('allKinds')], ...ENTRY_KINDS.map((each) => [each, t(`kind.${each}`)] as const)]}
          onChange={setKind}
        />
        <MomentField label={t('from')} ms={fromMs} onChange={setFromMs} />
        <MomentField label={t('to')} ms={toMs} onChange={setToMs} />
        <Button disabled={!rows?.length} onClick={() => exportCsv(rows ?? [], sentenceOf)}>
          {t('export')}
        </Button>
      </search>
      <ListState list={data} isError={isError} label={t('title.changes')} lines={8} />
      {data && data.length >= ASKED_MAX ? <Notice tone="info" title={t('cut', { max: ASKED_MAX })} /> : null}
      {rows?.length === 0 ? <p className="faint">{t('noChanges')}</p> : null}
      <ol aria-label={t('title.changes')}>
        {rows?.map((entry) => (
          <li key={JSON.stringify(entry)} className={styles.row}>
            <div>
              <p className="faint">{[utcDateTime(Date.parse(entry.at), true), entry.by].filter(Boolean).join(' · ')}</p>
              <p className={styles.told}>{sentenceOf(entry)}</p>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

function useSentence(): (entry: JournalEntry) => string {
  const { t } = useTranslation('shift')
  const { utcDateTime } = useFormat()
  const titleOf = usePlaceTitle()
  const stagesOf = useStageNames()
  const alarmOf = useAlarmText()
  return useMemo(() => {
    const words: EntryWords = { t, titleOf, alarmOf, timeOf: (utc) => utcDateTime(Date.parse(utc)), stagesOf }
    return (entry) => entrySentence(entry, words)
  }, [t, titleOf, alarmOf, stagesOf, utcDateTime])
}

/** The sentence of a row of the log by its id; the id where the page does not hold the row. */
function useAlarmText(): (id: string) => string {
  const { t } = useTranslation('alarm')
  const lang = usePage((state) => state.lang)
  const format = useFormat()
  const alarms = useAlarmLog((state) => state.alarms)
  return useCallback(
    (id) => {
      const alarm = alarms.find((each) => each.id === id)
      return alarm ? rowSentence(alarm, { t, lang, format }) : id
    },
    [alarms, t, lang, format],
  )
}

function exportCsv(entries: readonly JournalEntry[], sentenceOf: (entry: JournalEntry) => string): void {
  const rows = entries.map((entry) => [entry.at, entry.by, entry.kind, entry.subject, sentenceOf(entry)])
  downloadCsv('brontide-changes.csv', csvText([['at_utc', 'by', 'kind', 'subject', 'text'], ...rows]))
}

/** Names of stages in the page's language, one after the other; ids of levels stay as they are. */
function useStageNames(): (stages: readonly string[]) => string {
  const { t } = useTranslation('alarm')
  const lang = usePage((state) => state.lang)
  return useCallback(
    (stages) => joinText(lang).enumeration(stages.map((stage) => t(`stage.${stage}`, { defaultValue: stage }))),
    [t, lang],
  )
}
