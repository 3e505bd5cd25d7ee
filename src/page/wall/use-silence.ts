import { useEffect, useState } from 'react'
import type { Unsubscribe } from '../../core/util/emitter.ts'
import { usePage } from '../state/page-store.ts'

/** Browsers that permit sound have started it after this time. */
export const SOUNDS_AFTER_MS = 1_000
const TOUCHES = ['pointerdown', 'keydown'] as const

/** The properties of an `AudioContext` that show whether the browser permits sound. */
export interface Sounding extends Pick<EventTarget, 'addEventListener'> {
  readonly state: string
  resume(): Promise<void>
  close(): Promise<void>
}

/** Reports whether the browser blocks sound: most do until the first user input on the page. */
export function followSilence(audio: Sounding, touched: EventTarget, tell: (isSilent: boolean) => void): Unsubscribe {
  const look = () => tell(audio.state === 'suspended')
  const wake = () => void audio.resume().catch(() => {})
  const timer = setTimeout(look, SOUNDS_AFTER_MS)
  audio.addEventListener('statechange', look)
  for (const touch of TOUCHES) touched.addEventListener(touch, wake)
  return () => {
    clearTimeout(timer)
    for (const touch of TOUCHES) touched.removeEventListener(touch, wake)
    void audio.close().catch(() => {})
  }
}

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
