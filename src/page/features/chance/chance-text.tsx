import { useTranslation } from 'react-i18next'
import { FIELD_PERCENTS, type FieldHorizon } from '../../../contract/chance/levels.ts'
import { percentText } from '../../airport/outlook-words.ts'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePage } from '../../state/page-store.ts'
import { Legend } from '../../ui/legend.tsx'
import { Loading } from '../../ui/notice.tsx'
import styles from './chance.module.css'
import { CHANCE_COLOURS, widthPx } from './chance-style.ts'
import { useChanceField } from './use-chance-field.ts'

addWords(import.meta.glob('../../../locales/*/chance.json', { eager: true, import: 'default' }))
addWords(import.meta.glob('../../../locales/*/outlook.json', { eager: true, import: 'default' }))

/** The legend, and unless `isBrief` the range of the chances in view; or why there are none. */
export function ChanceText({ minutes, isBrief = false }: { minutes: FieldHorizon; isBrief?: boolean }) {
  const { t } = useTranslation('chance')
  const { t: tOutlook } = useTranslation('outlook')
  const { utcTime } = useFormat()
  const theme = usePage((state) => state.theme)
  const shown = useChanceField()
  if (shown.kind === 'loading') return <Loading label={t('loading')} lines={isBrief ? 1 : 2} />
  if (shown.kind !== 'known') {
    return (
      <p role="status" className={styles.trouble}>
        {t(`none.${shown.kind}`)}
      </p>
    )
  }
  const { field, atMs } = shown
  const range = field.ranges.find((each) => each.minutes === minutes)
  return (
    <>
      <p>{t(isBrief ? 'brief' : 'of', { km: field.ringKm, minutes, time: utcTime(atMs) })}</p>
      <Legend
        label={t('legend')}
        items={FIELD_PERCENTS.map((percent) => ({
          swatch: <LineSwatch colour={CHANCE_COLOURS[theme]} px={widthPx(percent)} />,
          label: t('percent', { percent }),
        }))}
      />
      {range && !isBrief ? (
        <p className="fine">
          {t('range', { least: percentText(range.least, tOutlook), most: percentText(range.most, tOutlook) })}
        </p>
      ) : null}
    </>
  )
}

function LineSwatch({ colour, px }: { colour: string; px: number }) {
  return (
    <svg width="1.125rem" height="0.75rem" viewBox="0 0 18 12" aria-hidden="true">
      <path d="M0 6H18" stroke={colour} strokeWidth={px} />
    </svg>
  )
}
