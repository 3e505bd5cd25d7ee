import { useMedia } from '../../../input/use-media.ts'
import { NARROW } from '../../../state/narrow.ts'
import styles from './scores.module.css'

export type Figures = readonly (string | number)[]

interface FiguresTableProps {
  label?: string
  names: readonly string[]
  /** Each row begins with its label. */
  rows: readonly Figures[]
  /** Wraps long column headings. */
  isWordy?: boolean
  /** For few rows and many columns: transposed on a phone. */
  isTurnedWhenNarrow?: boolean
}

export function FiguresTable({ label, names, rows, isWordy = false, isTurnedWhenNarrow = false }: FiguresTableProps) {
  const isNarrow = useMedia(NARROW)
  const lines = [names, ...rows]
  const isTurned = isTurnedWhenNarrow && isNarrow
  const [heads = [], ...body] = isTurned ? turned(lines) : lines
  const classes = [styles.table, isWordy && styles.wordy, isTurned && styles.turned]
  return (
    <div className={styles.scroller}>
      <table className={classes.filter(Boolean).join(' ')} aria-label={label}>
        <thead>
          <tr>
            {heads.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((value, i) => (
                <td key={heads[i + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function turned(lines: readonly Figures[]): Figures[] {
  return (lines[0] ?? []).map((_, i) => lines.map((line) => line[i] ?? ''))
}
