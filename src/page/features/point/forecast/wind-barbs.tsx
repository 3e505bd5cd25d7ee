import { barbKnots, windBarb } from '../../../../core/metar/wind-barb.ts'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import styles from '../panel/point-panel.module.css'
import { usePointWords } from '../panel/use-point-words.ts'

interface WindBarbsProps {
  timesMs: readonly number[]
  /** m/s. */
  speeds: readonly (number | null)[]
  /** Wind directions, degrees. */
  directions: readonly (number | null)[]
  timeText(ms: number, full: boolean): string
}

const BARBS_MAX = 12
const STAFF_PX = 19
const SIZE_PX = 30

/** A row of barbs under a chart of wind, each below its time. */
export function WindBarbs({ timesMs, speeds, directions, timeText }: WindBarbsProps) {
  const t = usePointWords()
  const format = useFormat()
  const first = timesMs[0]
  const last = timesMs.at(-1)
  if (first === undefined || last === undefined || last <= first) return null
  const every = Math.ceil(timesMs.length / BARBS_MAX)
  const shown = timesMs.flatMap((ms, i) => {
    const speed = speeds[i]
    const direction = directions[i]
    return i % every === 0 && speed != null && direction != null ? [{ ms, speed, direction }] : []
  })
  if (shown.length === 0) return null
  return (
    <>
      <ul className={styles.barbs}>
        {shown.map(({ ms, speed, direction }) => (
          <li key={ms} style={{ left: `${((ms - first) / (last - first)) * 100}%` }}>
            <Barb
              speedMps={speed}
              fromDeg={direction}
              label={t('barb', {
                time: timeText(ms, true),
                direction: format.compass(direction),
                speed: quantityText(format.windSpeed(speed)),
              })}
            />
          </li>
        ))}
      </ul>
      <p className={styles.sum}>{t('barbs')}</p>
    </>
  )
}

function Barb({ speedMps, fromDeg, label }: { speedMps: number; fromDeg: number; label: string }) {
  const kt = barbKnots(speedMps)
  const half = SIZE_PX / 2
  return (
    <svg
      width={`${SIZE_PX / 16}rem`}
      height={`${SIZE_PX / 16}rem`}
      viewBox={`${-half} ${-half} ${SIZE_PX} ${SIZE_PX}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {kt === 0 ? (
        <circle r="3.5" fill="none" stroke="currentColor" />
      ) : (
        // Rotated about its centre, so that a barb stays in its row.
        <g transform={`rotate(${fromDeg}) translate(0 ${STAFF_PX / 2}) scale(${STAFF_PX} ${-STAFF_PX})`}>
          <Strokes kt={kt} />
        </g>
      )}
    </svg>
  )
}

function Strokes({ kt }: { kt: number }) {
  const { lines, pennants } = windBarb(kt)
  const pathOf = (points: readonly (readonly [number, number])[]) =>
    `M${points.map((each) => each.join(' ')).join('L')}`
  return (
    <>
      <path
        d={lines.map(pathOf).join('')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        vectorEffect="non-scaling-stroke"
      />
      <path d={pennants.map((each) => `${pathOf(each)}Z`).join('')} fill="currentColor" />
    </>
  )
}
