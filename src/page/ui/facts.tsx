import { Fragment } from 'react'
import styles from './facts.module.css'

/** Short facts in a row, each once, with dots between those that stand in one line. */
export function Facts({ facts }: { facts: readonly (string | null | undefined)[] }) {
  return (
    <div className={styles.facts}>
      {[...new Set(facts)].filter(Boolean).map((fact) => (
        <Fragment key={fact}>
          <span>{fact}</span>{' '}
        </Fragment>
      ))}
    </div>
  )
}
