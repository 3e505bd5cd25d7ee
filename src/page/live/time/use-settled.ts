import { useEffect, useState } from 'react'
import { useServerConnection } from '../server-connection.ts'

/** Whoever presses sooner has not seen what stands there now. */
export const SETTLE_MS = 700

/** Whether `id` has stood for so long that a press is meant for it, and not for what it took the place of. */
export function useSettled(id: string): boolean {
  const { clock } = useServerConnection()
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => clock.after(SETTLE_MS, () => setSettled(id)), [clock, id])
  return settled === id
}
