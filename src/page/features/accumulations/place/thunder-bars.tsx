import type { TFunction } from 'i18next'
import { type ProfileBin, thunderPercent, watchedPercent } from '../../../../core/accumulations/place-profile.ts'
import styles from './place.module.css'

/** In units of the drawing. */
const WIDTH = 288
const HEIGHT = 72
const LEFT = 26
const RIGHT = 4
const TOP = 10
const WATCHED_HEIGHT = 5
const GAP = 3
const FOOT = 14

interface ThunderBarsProps {
  title: string
  bins: readonly ProfileBin[]
  names: readonly string[]
  ticks: readonly { at: number; text: string }[]
  t: TFunction
}

/**
 * Bars of the share of observed hours with thunder, and the coverage below. Unobserved bins have a cross instead of a
 * bar.
 */
export function ThunderBars({ title, bins, names, ticks, t }: ThunderBarsProps) {
  const shares = bins.map(thunderPercent)
  const highest = roundUp(Math.max(0, ...shares.map((share) => share ?? 0)))
  const step = (WIDTH - LEFT - RIGHT) / bins.length
  const barWidth = step * 0.72
  const x = (i: number) => LEFT + i * step + (step - barWidth) / 2
  const y = (share: number) => TOP + HEIGHT * (1 - share / highest)
  const foot = TOP + HEIGHT + GAP
  const said = bins.map((bin, i) => sentence(bin, names[i] ?? '', t))
  return (
    <figure className={styles.figure}>
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${foot + WATCHED_HEIGHT + FOOT}`}
        role="img"
        aria-label={`${title}. ${said.join('; ')}`}
      >
        {[0, highest].map((share) => (
          <g key={share}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(share)} y2={y(share)} className={styles.grid} />
            <text x={LEFT - 3} y={y(share) + 3} textAnchor="end">
              {share}%
            </text>
          </g>
        ))}
        {bins.map((bin, i) => {
          const share = shares[i] ?? null
          const watched = watchedPercent(bin)
          return (
            <g key={names[i]}>
              <title>{said[i]}</title>
              <rect
                x={LEFT + i * step}
                y={TOP}
                width={step}
                height={HEIGHT + GAP + WATCHED_HEIGHT}
                className={styles.reach}
              />
              {share === null ? (
                <text x={x(i) + barWidth / 2} y={TOP + HEIGHT - 2} textAnchor="middle" className={styles.unknown}>
                  ?
                </text>
              ) : (
                <rect x={x(i)} y={y(share)} width={barWidth} height={TOP + HEIGHT - y(share)} className={styles.bar} />
              )}
              <rect x={x(i)} y={foot} width={barWidth} height={WATCHED_HEIGHT} className={styles.all} />
              <rect
                x={x(i)}
                y={foot}
                width={(barWidth * (watched ?? 0)) / 100}
                height={WATCHED_HEIGHT}
                className={styles.watched}
              />
            </g>
          )
        })}
        {ticks.map(({ at, text }) => (
          <text key={at} x={x(at)} y={foot + WATCHED_HEIGHT + FOOT - 3}>
            {text}
          </text>
        ))}
      </svg>
    </figure>
  )
}

function sentence(bin: ProfileBin, name: string, t: TFunction): string {
  const share = thunderPercent(bin)
  const watched = watchedPercent(bin)
  if (watched === null) return t('barNever', { name })
  if (share === null) return t('barUnknown', { name })
  return t('bar', {
    name,
    share: share.toFixed(1),
    thunder: bin.thunderHours,
    hours: Math.round(bin.watchedHours),
    watched: Math.round(watched),
  })
}

/** The end of the scale: 1, 2 or 5 of a power of ten, 1 % at least and 100 % at most. */
function roundUp(percent: number): number {
  return [1, 2, 5, 10, 20, 50].find((end) => percent <= end) ?? 100
}
