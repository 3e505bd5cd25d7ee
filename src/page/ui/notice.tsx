import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import { Button } from './button.tsx'
import styles from './notice.module.css'

const LINE_PX = 22

interface NoticeProps {
  tone?: Tone
  title: ReactNode
  /** Explanation and next step. */
  detail?: ReactNode
  /** An English message of another program, under a label. */
  raw?: { label: string; text: string } | undefined
  action?: { label: string; onClick: () => void }
}

/** An empty, failed or partial state, in place of or above the data. */
export function Notice({ tone = 'neutral', title, detail, raw, action }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <div>
        <p className={styles.title}>{title}</p>
        {detail ? <p className="faint">{detail}</p> : null}
        {raw ? <RawText {...raw} /> : null}
      </div>
      {action ? <Button onClick={action.onClick}>{action.label}</Button> : null}
    </div>
  )
}

/** An English message of a server or browser, collapsed. */
export function RawText({ label, text }: { label: string; text: string }) {
  return (
    <details className={styles.raw}>
      <summary>{label}</summary>
      <p lang="en">{text}</p>
    </details>
  )
}

/** A loading placeholder; `lines` reserves the height, to prevent layout shifts. */
export function Loading({ label, lines = 2 }: { label: string; lines?: number }) {
  return <div className={styles.loading} role="status" aria-label={label} style={{ height: lines * LINE_PX }} />
}
