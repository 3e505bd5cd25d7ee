import type { Unsubscribe } from '../../core/util/emitter.ts'

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
