import type { Unsubscribe } from '../../core/util/emitter.ts'

/** A browser that may sound does so by then. */
export const SOUNDS_AFTER_MS = 1_000
const TOUCHES = ['pointerdown', 'keydown'] as const

/** What of an `AudioContext` tells whether the browser lets it sound. */
export interface Sounding extends Pick<EventTarget, 'addEventListener'> {
  readonly state: string
  resume(): Promise<void>
  close(): Promise<void>
}

/** Tells whether the browser keeps silent what is to sound: most do until somebody touches the page. */
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
