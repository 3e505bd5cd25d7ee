import { useEffect, useState } from 'react'
import { useServerConnection } from '../server-connection.ts'

/** A press within this time was aimed at the previous content. */
export const SETTLE_MS = 700

/** Whether `id` has been shown for long enough that a press is aimed at it, and not at its predecessor. */
export function useSettled(id: string): boolean {
  const { clock } = useServerConnection()
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => clock.after(SETTLE_MS, () => setSettled(id)), [clock, id])
  return settled === id
}
