import { Toolbar, Tooltip } from 'radix-ui'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import styles from './glossed-text.module.css'

export interface GlossedPart {
  text: string
  /** Explanation, shown on hover, focus or touch. */
  gloss: ReactNode
  /** Set apart: a part about the future, or a remark. */
  tone?: 'plain' | 'soft' | 'strong'
}

const OPEN_AFTER_MS = 120

/** A text of coded parts, each with its meaning: one stop of the tab key, arrows from part to part. */
export function GlossedText({ label, parts }: { label: string; parts: readonly GlossedPart[] }) {
  const [open, setOpen] = useState<number | null>(null)
  const text = useRef<HTMLDivElement>(null)

  /** Scrolling closes tooltips, including scrolling caused by loading content above: the focused one stays open. */
  function close(part: number) {
    if (text.current?.children[part]?.matches(':focus-visible')) return
    setOpen((shown) => (shown === part ? null : shown))
  }

  return (
    <Tooltip.Provider delayDuration={OPEN_AFTER_MS} skipDelayDuration={500}>
      <Toolbar.Root ref={text} className={styles.text} aria-label={label} orientation="horizontal">
        {parts.map(({ text, gloss, tone = 'plain' }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a code may stand twice in a text that never changes its order
          <Fragment key={i}>
            <Tooltip.Root open={open === i} onOpenChange={(opens) => (opens ? setOpen(i) : close(i))}>
              <Tooltip.Trigger asChild>
                <Toolbar.Button
                  className={styles.part}
                  data-tone={tone}
                  data-text=""
                  // Touch has no hover: a tap opens the tooltip, which a click would close.
                  onClick={(event) => {
                    event.preventDefault()
                    setOpen(i)
                  }}
                >
                  {text}
                </Toolbar.Button>
              </Tooltip.Trigger>
              <Tooltip.Portal>
                <Tooltip.Content
                  className={styles.gloss}
                  side="top"
                  sideOffset={4}
                  collisionPadding={8}
                  onEscapeKeyDown={() => setOpen(null)}
                >
                  {gloss}
                  <Tooltip.Arrow className={styles.arrow} />
                </Tooltip.Content>
              </Tooltip.Portal>
            </Tooltip.Root>{' '}
          </Fragment>
        ))}
      </Toolbar.Root>
    </Tooltip.Provider>
  )
}
