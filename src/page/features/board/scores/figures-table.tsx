import styles from './scores.module.css'

export type Figures = readonly (string | number)[]

interface FiguresTableProps {
  label?: string
  names: readonly string[]
  /** Each begins with what it is of, by which rows are told apart. */
  rows: readonly Figures[]
  /** Heads of many words stand on several lines. */
  isWordy?: boolean
}

/** Figures under their names: a row of them for each thing that they are of. */
export function FiguresTable({ label, names, rows, isWordy = false }: FiguresTableProps) {
  return (
    <div className={styles.scroller}>
      <table className={isWordy ? `${styles.table} ${styles.wordy}` : styles.table} aria-label={label}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((value, i) => (
                <td key={names[i + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
