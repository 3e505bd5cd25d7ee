import { useLayoutEffect, useState } from 'react'
import { useServerConnection } from '../live/server-connection.ts'
import { usePage } from '../state/page-store.ts'

const LONG_PRESS_MS = 900
/** A finger that moves farther is not a long press. */
const STEADY_PX = 12
const HINT_MS = 5_000

/** Return to the desk by Escape or a long press. True for a while after a touch. */
export function useEscape(): boolean {
  const { clock } = useServerConnection()
  const setWall = usePage((state) => state.setWall)
  const [hinted, setHinted] = useState(false)
  // With the wall itself: a key pressed as soon as it is visible must not be lost.
  useLayoutEffect(() => {
    let cancelPress: (() => void) | null = null
    let cancelHint: (() => void) | null = null
    let from = { x: 0, y: 0 }
    const leave = () => setWall(null)
    const letGo = () => cancelPress?.()
    const hint = () => {
      setHinted(true)
      cancelHint?.()
      cancelHint = clock.after(HINT_MS, () => setHinted(false))
    }
    const keydown = ({ key }: KeyboardEvent) => (key === 'Escape' ? leave() : hint())
    const press = ({ clientX, clientY }: PointerEvent) => {
      hint()
      from = { x: clientX, y: clientY }
      cancelPress?.()
      cancelPress = clock.after(LONG_PRESS_MS, leave)
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) < STEADY_PX) return
      letGo()
      hint()
    }
    // Suppresses the context menu of a long press.
    const menu = (event: Event) => event.preventDefault()
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('keydown', keydown, { signal })
    addEventListener('pointerdown', press, { signal })
    addEventListener('pointermove', move, { signal })
    addEventListener('pointerup', letGo, { signal })
    addEventListener('pointercancel', letGo, { signal })
    addEventListener('contextmenu', menu, { signal })
    return () => {
      letGo()
      cancelHint?.()
      listening.abort()
    }
  }, [clock, setWall])
  return hinted
}
