import { useEffect, useState } from 'react'
import { usePage } from '../state/page-store.ts'
import { followSilence } from './silence.ts'

/** Whether sound is enabled and blocked by the browser. */
export function useSilence(): boolean {
  const mustSound = usePage((state) => state.sound)
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    if (!mustSound || typeof AudioContext === 'undefined') return
    const stop = followSilence(new AudioContext(), window, setSilent)
    return () => {
      stop()
      setSilent(false)
    }
  }, [mustSound])
  return isSilent
}
