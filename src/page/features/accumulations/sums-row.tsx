import { useTranslation } from 'react-i18next'
import { ACCUMULATION_KINDS } from '../../../contract/verification/accumulations.ts'
import { mostIn } from '../../../core/accumulations/classes.ts'
import { PERIODS } from '../../../core/accumulations/periods.ts'
import { viewBox } from '../../../core/geo/geo.ts'
import { positionText } from '../../../core/util/format.ts'
import { SwitchedRow } from '../../desk/panels/switched-row.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useMapSize } from '../../map/map-size.ts'
import { usePage } from '../../state/page-store.ts'
import { Select } from '../../ui/field/select.tsx'
import { Loading } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import styles from './sums.module.css'
import { SumsLegend } from './sums-legend.tsx'
import { type Sums, useSums } from './use-sums.ts'

export default function SumsRow() {
  const { t } = useTranslation('sums')
  const on = usePage(({ sums }) => sums.on)
  const setSums = usePage((state) => state.setSums)
  return (
    <SwitchedRow name={t('name')} on={on} onToggle={() => setSums({ on: !on })}>
      {on ? <Shown /> : null}
    </SwitchedRow>
  )
}

function Shown() {
  const { t } = useTranslation('sums')
  const { kind, period } = usePage((state) => state.sums)
  const setSums = usePage((state) => state.setSums)
  const { told, failed } = useSums()
  return (
    <div className="layer-lines">
      <Segmented
        label={t('quantity')}
        value={kind}
        options={ACCUMULATION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(value) => setSums({ kind: value })}
      />
      <label className={styles.period}>
        {t('period')}
        <Select
          value={period}
          options={PERIODS}
          nameOf={(each) => t(`periods.${each}`)}
          onChange={(chosen) => setSums({ period: chosen })}
        />
      </label>
      {failed ? (
        <p role="status" className={styles.trouble}>
          {t('failed')}
        </p>
      ) : null}
      {told ? <SumsText told={told} /> : null}
      {told || failed ? null : <Loading label={t('loading')} lines={3} />}
    </div>
  )
}

function SumsText({ told: { sums, said } }: { told: NonNullable<Sums['told']> }) {
  const { t } = useTranslation('sums')
  const { utcDateTime, age } = useFormat()
  const view = usePage((state) => state.view)
  const { width, height } = useMapSize()
  if (said.kind === 'no-strikes') return <p className={styles.trouble}>{t('noStrikes')}</p>
  if (said.kind === 'unknown') {
    return (
      <>
        <p className={styles.trouble}>{t('unknown')}</p>
        <SumsLegend kind={sums.kind} isHatched />
      </>
    )
  }
  const { cellDeg, cells, kind } = sums
  const most = mostIn(viewBox(view, width, height), cells, cellDeg)
  return (
    <>
      <p>{t('span', { from: utcDateTime(said.fromMs), to: utcDateTime(said.toMs) })}</p>
      {said.unknownMs > 0 ? (
        <p className={said.isPart ? styles.trouble : undefined}>
          {t('part', { part: age(said.unknownMs), whole: age(said.lengthMs) })}
        </p>
      ) : null}
      <p>
        {most
          ? t(`most.${kind}`, {
              value: Number(most[2].toPrecision(2)),
              place: positionText(most[0] + cellDeg / 2, most[1] + cellDeg / 2, 1),
            })
          : t('none')}
      </p>
      <SumsLegend kind={kind} isHatched={said.isPart} />
      <p className="fine">
        {t('cells', { deg: cellDeg })} {kind === 'hours' && cellDeg > 0.1 ? t('cellsOfHours') : null}
      </p>
    </>
  )
}
