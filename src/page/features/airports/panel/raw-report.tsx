import { Check, Copy } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { explainMetar } from '../../../../core/metar/metar-explain.ts'
import { airportName } from '../../../airport/airport-words.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useLive } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { IconButton } from '../../../ui/button.tsx'
import { type GlossedPart, GlossedText } from '../../../ui/glossed-text.tsx'
import { useCopy } from '../../../ui/part/use-said.ts'
import { groupText } from './explain-words.ts'
import styles from './latest-report.module.css'

addWords(import.meta.glob('../../../../locales/*/report-groups.json', { eager: true, import: 'default' }))

/** The raw report with the meaning of each group, and a copy button. */
export function RawReport({ raw }: { raw: string }) {
  const { t } = useTranslation('airports')
  const { said, copy } = useCopy(raw)
  return (
    <figure className={styles.raw} aria-label={t('panel.raw')}>
      <ExplainedReport raw={raw} />
      <IconButton
        label={t('panel.copy')}
        icon={said === 'copied' ? <Check size={15} /> : <Copy size={15} />}
        onClick={copy}
      />
      <output className={said === 'copyFailed' ? styles.failed : 'visually-hidden'}>
        {said ? t(`panel.${said}`) : ''}
      </output>
    </figure>
  )
}

function ExplainedReport({ raw }: { raw: string }) {
  const { t } = useTranslation('airports')
  const { t: w } = useTranslation('report-groups')
  const format = useFormat()
  const lang = usePage((state) => state.lang)
  const { reports } = useLive()
  const parts = useMemo(() => {
    const nameOf = (icao: string) => {
      const airport = reports.airport(icao)
      return airport ? airportName(airport, lang) : icao
    }
    return explainMetar(raw).map(
      ({ text, part, meaning }): GlossedPart => ({
        text,
        gloss: groupText(meaning, part === 'trend', { t, w, format, airportName: nameOf }),
        tone: part === 'observation' ? 'plain' : 'soft',
      }),
    )
  }, [raw, t, w, format, lang, reports])
  return <GlossedText label={w('label')} parts={parts} />
}
