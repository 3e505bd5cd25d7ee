import { Check, Copy } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  CATEGORY_PRESETS,
  type FlightCategory,
  flightCategory,
  presentCategory,
} from '../../../../core/metar/flight-category.ts'
import { explainMetar } from '../../../../core/metar/metar-explain.ts'
import { hasThunderstorm, type Report, type ReportDifference, reportAge } from '../../../../core/metar/report.ts'
import { airportName } from '../../../airport/airport-words.ts'
import { CategoryRing } from '../../../airport/category-ring.tsx'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAreReportsStale } from '../../../live/reports/stale-reports.ts'
import { useLive } from '../../../live/server-connection.ts'
import { useShownNow } from '../../../live/time/use-shown-at.ts'
import { usePage } from '../../../state/page-store.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { type GlossedPart, GlossedText } from '../../../ui/glossed-text.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useCopy } from '../../../ui/part/use-said.ts'
import { Stat, StatGrid } from '../../../ui/stat.tsx'
import { groupText, runwayStateText, trendTexts, windShearText } from './explain-words.ts'
import styles from './latest-report.module.css'
import { ceilingValue, cloudTexts, rvrText, visibilityValue, windValue } from './report-words.ts'
import { weatherText } from './weather-words.ts'

const TONE: Record<FlightCategory, Tone> = { vfr: 'good', mvfr: 'info', ifr: 'bad', lifr: 'bad', unknown: 'unknown' }

export function LatestReport({ report }: { report: Report }) {
  return (
    <>
      <Age report={report} />
      <RawReport raw={report.raw} />
      <Differences report={report} />
      <Decoded report={report} />
    </>
  )
}

export function ReportBadges({ report }: { report: Report }) {
  const { t } = useTranslation('airports')
  const preset = CATEGORY_PRESETS[usePage((state) => state.categoryScheme)]
  const category = flightCategory(report, preset)
  const present = presentCategory(category, reportAge(report.obsTimeMs, useShownNow()), useAreReportsStale())
  const name =
    category === 'unknown'
      ? t('panel.categoryUnknown')
      : t('panel.categoryBadge', { category: t(`category.${category}`), preset: t(`preset.${preset.id}.name`) })
  return (
    <span className={styles.badges}>
      <Badge
        tone={TONE[present]}
        title={category === 'unknown' ? t('panel.categoryUnknownDetail') : t(`preset.${preset.id}.rule`)}
      >
        <CategoryRing category={present} />
        {name}
      </Badge>
      {hasThunderstorm(report) ? <Badge tone="warn">{t('panel.thunder')}</Badge> : null}
      {report.isSpeci ? <Badge tone="info">{t('panel.speci')}</Badge> : null}
      {report.isCorrected ? <Badge>{t('panel.cor')}</Badge> : null}
      {report.isAuto ? <Badge>{t('panel.auto')}</Badge> : null}
    </span>
  )
}

function Age({ report: { obsTimeMs } }: { report: Report }) {
  const { t } = useTranslation('airports')
  const { bothTimes, age } = useFormat()
  const now = useShownNow()
  const state = reportAge(obsTimeMs, now)
  const ageText = age(now - obsTimeMs)
  const time = bothTimes(obsTimeMs, { dated: state === 'outdated' })
  return (
    <>
      <p className={styles.age}>{t('panel.observed', { time, age: ageText })}</p>
      {state === 'current' ? null : (
        <div className={styles.overdue}>
          <Notice
            tone="warn"
            title={t('panel.overdue')}
            detail={t(state === 'outdated' ? 'panel.outdatedDetail' : 'panel.overdueDetail', { age: ageText })}
          />
        </div>
      )}
    </>
  )
}

/** That the service's own reading of the report is another than that of its text. */
function Differences({ report: { differences } }: { report: Report }) {
  const { t } = useTranslation('airports')
  const lang = usePage((state) => state.lang)
  if (differences.length === 0) return null
  const what = new Intl.ListFormat(lang).format(differences.map((each) => t(DIFFERENCE_NAME[each])))
  return <Notice tone="warn" title={t('panel.differs')} detail={t('panel.differsDetail', { what })} />
}

const DIFFERENCE_NAME = {
  airport: 'panel.airport',
  cavok: 'panel.cavok',
  visibility: 'stat.visibility',
  wind: 'stat.wind',
  temperature: 'stat.temperature',
  dewPoint: 'stat.dewPoint',
  pressure: 'stat.qnh',
} as const satisfies Record<ReportDifference, string>

function Decoded({ report }: { report: Report }) {
  const { t } = useTranslation('airports')
  const { t: w } = useTranslation('report-groups')
  const format = useFormat()
  const words = (codes: readonly string[]) => codes.map((code) => weatherText(code, t))
  const weather = words(report.weather)
  const rows = [
    { label: t('stat.weather'), texts: weather.length > 0 ? weather : [t('weather.none')] },
    { label: t('stat.recent'), texts: words(report.recentWeather) },
    { label: t('stat.cloud'), texts: cloudTexts(report, format, t) },
    { label: t('stat.rvr'), texts: report.rvr.map((each) => rvrText(each, t)) },
    { label: t('stat.windShear'), texts: report.windShear.map((runway) => windShearText(runway, w)) },
    { label: t('stat.runways'), texts: report.runwayStates.map((state) => runwayStateText(state, { w, format })) },
    { label: t('stat.trend'), texts: trendTexts(report.raw, { t, w, format, airportName: (icao) => icao }) },
  ].filter(({ texts }) => texts.length > 0)
  return (
    <>
      <StatGrid>
        <Stat label={t('stat.wind')} {...windValue(report, format, t)} />
        <Stat label={t('stat.visibility')} {...visibilityValue(report, format, t)} />
        <Stat label={t('stat.ceiling')} {...ceilingValue(report, format, t)} />
        <Stat label={t('stat.temperature')} {...format.temperature(report.temperatureC)} />
        <Stat label={t('stat.dewPoint')} {...format.temperature(report.dewPointC)} />
        <Stat label={t('stat.qnh')} {...format.pressure(report.qnhHpa)} />
      </StatGrid>
      <dl className={styles.rows}>
        {rows.map(({ label, texts }) => (
          <div key={label} className={styles.row}>
            <dt className="faint">{label}</dt>
            <dd className={styles.value}>
              {texts.map((text) => (
                <span key={text} className={styles.line}>
                  {text}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

addWords(import.meta.glob('../../../../locales/*/report-groups.json', { eager: true, import: 'default' }))

/** The raw report with the meaning of each group, and a copy button. */
function RawReport({ raw }: { raw: string }) {
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
