import { type RefObject, useEffect, useRef } from 'react'
import type { Airport } from '../../../core/airports/airport.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { isOnBehalf, isShortcut, isTyping, keysAreKept, pressKey } from '../../input/use-shortcuts.ts'
import { useLive, useServerConnection } from '../../live/server-connection.ts'

/** Wait of a letter that is a shortcut and may begin an airport's code for the next letter. */
export const CODE_WAITS_MS = 600

/**
 * Letters typed outside of a field start a search, so that a four-letter code needs no key first. A letter that is also
 * a shortcut waits for the next letter, and acts as a shortcut if no code continues that way.
 */
export function useTypeAhead(field: RefObject<HTMLInputElement | null>, onBegin: () => void): void {
  const { clock } = useServerConnection()
  const { reports } = useLive()
  const latest = useRef(onBegin)
  useEffect(() => {
    latest.current = onBegin
  })
  useEffect(() => {
    /** A pending letter and its key event, in case it was a shortcut. */
    let waiting: { letter: string; target: EventTarget | null; shiftKey: boolean; cancel(): void } | null = null

    /** The letter was meant as a shortcut. */
    function act(): void {
      if (!waiting) return
      const { letter, target, shiftKey, cancel } = waiting
      waiting = null
      cancel()
      const isThere = target instanceof Node && target.isConnected
      pressKey(letter, { target: isThere ? target : window, shiftKey })
    }

    function begin(event: KeyboardEvent, typed: string): void {
      waiting?.cancel()
      waiting = null
      event.preventDefault()
      event.stopImmediatePropagation()
      const { current } = field
      if (!current) return
      latest.current()
      current.focus()
      // Synchronously, as by hand: the next letter may arrive before the page renders.
      typeInto(current, typed)
    }

    const onKeyDown = (event: KeyboardEvent) => {
      if (isOnBehalf(event)) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !/^[a-z]$/i.test(event.key)) {
        if (event.key !== 'Shift') act() // first, since it was pressed first
        return
      }
      if (isTyping(event) || keysAreKept() || !field.current) return act()
      const { key, target, shiftKey } = event
      const codes = prefixesOf(reports.airports())
      if (waiting && codes(waiting.letter + key)) return begin(event, waiting.letter + key)
      act()
      if (!isShortcut(key)) return begin(event, key)
      if (event.repeat || !codes(key)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      waiting = { letter: key, target, shiftKey, cancel: clock.after(CODE_WAITS_MS, act) }
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      waiting?.cancel()
      removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [field, clock, reports])
}

/** React takes no notice of a value that is set by the setter it has put over the browser's own. */
function typeInto(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

const known = new WeakMap<readonly Airport[], (text: string) => boolean>()

/** Whether the code of an airport may begin with a text. Until the list of airports is here, any code may. */
function prefixesOf(airports: readonly Airport[]): (text: string) => boolean {
  return heldOrMade(known, airports, () => {
    const begins = new Set(airports.flatMap(({ icao }) => [icao.slice(0, 1), icao.slice(0, 2)]))
    return (text) => begins.size === 0 || begins.has(text.toUpperCase())
  })
}
