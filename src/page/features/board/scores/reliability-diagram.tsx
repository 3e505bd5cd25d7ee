import type { TFunction } from 'i18next'
import type { HorizonScores } from '../../../../contract/verification/verification.ts'
import styles from './scores.module.css'

/** In units of the drawing. */
const SIDE = 200
const MARGIN = 30
const LEAST_RADIUS = 2
const MOST_RADIUS = 8

/** Frequency of strikes by forecast probability: calibrated on the diagonal; larger marks have more cases. */
export function ReliabilityDiagram({ horizon, t }: { horizon: HorizonScores; t: TFunction }) {
  const bins = horizon.reliability.flatMap(({ cases, told, came }) =>
    told === null || came === null ? [] : [{ cases, told, came }],
  )
  const most = Math.max(1, ...bins.map(({ cases }) => cases))
  const x = (share: number) => MARGIN + share * SIDE
  const y = (share: number) => SIDE - share * SIDE + MARGIN / 2
  const percent = (share: number) => Math.round(share * 100)
  return (
    <figure className={styles.diagram}>
      <svg viewBox={`0 0 ${SIDE + 2 * MARGIN} ${SIDE + 2 * MARGIN}`} role="img" aria-label={t('diagram', horizon)}>
        <rect x={x(0)} y={y(1)} width={SIDE} height={SIDE} className={styles.frame} />
        <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} className={styles.diagonal} />
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <text x={x(share)} y={y(0) + 14} textAnchor="middle">
              {percent(share)}
            </text>
            <text x={x(0) - 4} y={y(share) + 4} textAnchor="end">
              {percent(share)}
            </text>
          </g>
        ))}
        <text x={x(0.5)} y={y(0) + 28} textAnchor="middle">
          {t('told')} %
        </text>
        <text x={x(0) + 4} y={y(1) + 12}>
          {t('cameShare')} %
        </text>
        <polyline points={bins.map(({ told, came }) => `${x(told)},${y(came)}`).join(' ')} className={styles.curve} />
        {bins.map(({ cases, told, came }) => (
          <circle
            key={told}
            cx={x(told)}
            cy={y(came)}
            r={LEAST_RADIUS + (MOST_RADIUS - LEAST_RADIUS) * Math.sqrt(cases / most)}
            className={styles.bin}
          >
            <title>{t('bin', { told: percent(told), came: percent(came), cases })}</title>
          </circle>
        ))}
      </svg>
      <figcaption>{t('diagram', horizon)}</figcaption>
    </figure>
  )
}
