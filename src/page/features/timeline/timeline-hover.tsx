import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import { countText } from '../../../core/util/format.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Bins } from './bins.ts'
import styles from './timeline.module.css'

/** The readout of the bar under the pointer. */
export function TimelineHover({ bins, ms, left }: { bins: Bins; ms: number; left: string }) {
  const { t } = useTranslation('timeline')
  const { bothTimes } = useFormat()
  const bin = Math.min(bins.end - 1, Math.max(bins.first, Math.floor(ms / bins.binMs)))
  const startMs = bin * bins.binMs
  const isIn = (spans: readonly Span[]) => spans.some((span) => span.fromMs <= ms && span.toMs > ms)
  const all = countText(bins.all(bin))
  const said = isIn(bins.notObserved)
    ? t('hoverUnobserved')
    : isIn(bins.pending)
      ? t('hoverPending')
      : bins.inView && bins.inView !== 'loading'
        ? t('hoverBoth', { inView: countText(bins.inView(bin)), all })
        : t('hoverAll', { all })
  return (
    <div className={styles.hover} style={{ left }} aria-hidden="true">
      <span>{bothTimes(startMs, { seconds: bins.binMs < MINUTE_MS })}</span>
      <b>{said}</b>
    </div>
  )
}
