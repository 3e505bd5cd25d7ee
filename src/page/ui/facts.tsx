import { Fragment } from 'react'
import styles from './facts.module.css'

/** Unique short facts in a row, separated by dots. */
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
