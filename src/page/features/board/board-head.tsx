import { useTranslation } from 'react-i18next'
import { parseBoardSort } from '../../../core/airports/airport-board.ts'
import { usePage } from '../../state/page-store.ts'
import styles from './board.module.css'
import { boardColumns } from './board-columns.tsx'

/** The columns' names; each sorts, and once more the other way round. */
export function BoardHead() {
  const { t } = useTranslation('board')
  const sort = usePage((state) => state.board.sort)
  const rings = usePage((state) => state.rings)
  const setBoard = usePage((state) => state.setBoard)
  const { by, reversed } = parseBoardSort(sort)
  return (
    <thead>
      <tr aria-rowindex={1}>
        {boardColumns.map(({ id = '' }) => {
          const name = t(`column.${id}`, { rings: rings.join('/') })
          if (id === 'watch') {
            return (
              <th key={id} scope="col">
                <span className="visually-hidden">{name}</span>
              </th>
            )
          }
          const isSorted = by === id
          return (
            <th key={id} scope="col" aria-sort={isSorted ? (reversed ? 'descending' : 'ascending') : undefined}>
              <button
                type="button"
                className={styles.sort}
                onClick={() => setBoard({ sort: isSorted && !reversed ? `-${id}` : id })}
              >
                {name}
                <span aria-hidden="true">{isSorted ? (reversed ? ' ▼' : ' ▲') : ''}</span>
              </button>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
