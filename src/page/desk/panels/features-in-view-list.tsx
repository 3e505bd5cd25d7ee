import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { LatLon } from '../../../core/geo/geo.ts'
import { countText } from '../../../core/util/format.ts'
import { useNow } from '../../live/time/use-now.ts'
import { type Camera, useCamera } from '../../map/camera/camera.ts'
import { usePage } from '../../state/page-store.ts'
import type { Selection } from '../../state/selection.ts'
import { Folded } from '../../ui/part/folded.tsx'
import styles from './features-in-view-list.module.css'

export const LISTED_MAX = 40

/** A mark on the map as an entry of a list. */
export interface FeatureInView extends Selection {
  /** Text alternative of the shape or colour of the mark. */
  said: string
  content: ReactNode
  at: LatLon
}

interface Looked {
  things: readonly FeatureInView[]
  all: number
  /** Text of an empty list, unless `none`. */
  none?: string
}

interface ThingsInViewProps {
  title: string
  /** The features in view, at most `LISTED_MAX`. Called each second while the list is open. */
  look(): Looked
  /** Above the list: how many of how many, and in which order. */
  note(counts: { shown: string; all: string }): string
  none: string
}

/** Keyboard alternative to pointing at the map: marks in view as buttons, with one tab stop. */
export function FeaturesInViewList({ title, ...rest }: ThingsInViewProps) {
  return (
    <Folded title={title} className={styles.more}>
      <List title={title} {...rest} />
    </Folded>
  )
}

function List({ title, look, note, none }: ThingsInViewProps) {
  useNow()
  const selection = usePage((state) => state.selection)
  const camera = useCamera()
  const [isUsed, setUsed] = useState(false)
  const [stop, setStop] = useState<string | null>(null)
  const held = useRef<Looked>({ things: [], all: 0 })
  if (!isUsed) held.current = look() // no changes while the user is in the list
  const { things, all } = held.current
  if (things.length === 0) return <p className={styles.note}>{held.current.none ?? none}</p>
  const stopAt = things.some(({ id }) => id === stop) ? stop : things[0]!.id

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setUsed(false)
  }

  return (
    <>
      <p className={styles.note}>{note({ shown: countText(things.length), all: countText(all) })}</p>
      <ul className={styles.list} aria-label={title} onFocus={() => setUsed(true)} onBlur={leave} onKeyDown={moveOn}>
        {things.map(({ kind, id, said, content, at }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.thing}
              tabIndex={id === stopAt ? 0 : -1}
              aria-pressed={selection?.kind === kind && selection.id === id}
              onFocus={() => setStop(id)}
              onClick={() => choose({ kind, id }, at, camera)}
            >
              <span className="visually-hidden">{said}</span>
              {content}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A selection without a pointer moves the map, so that the place is not covered by panels. */
function choose(selection: Selection, at: LatLon, camera: Camera): void {
  usePage.getState().select(selection)
  camera.reveal(at)
}

/** Arrows lead from entry to entry, Home and End to the first and the last. */
function moveOn(event: KeyboardEvent<HTMLUListElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  const last = buttons.length - 1
  const byKey: Record<string, number> = {
    ArrowDown: Math.min(last, at + 1),
    ArrowUp: Math.max(0, at - 1),
    Home: 0,
    End: last,
  }
  const to = byKey[event.key]
  if (to === undefined) return
  event.preventDefault()
  buttons[to]?.focus()
}
