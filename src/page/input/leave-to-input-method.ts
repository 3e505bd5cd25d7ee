/** What a browser says of a key that an input method takes; Safari says no more than that of the one that ends it. */
const TAKEN_KEY_CODE = 229

/**
 * Keeps from the page what somebody presses while they write by an input method, as for Chinese: there Enter takes the letters and
 * Escape gives a word up; neither chooses from a list, nor closes what they are writing in. The answer ends it.
 */
export function leaveToInputMethod(): () => void {
  const keep = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === TAKEN_KEY_CODE) event.stopImmediatePropagation()
  }
  addEventListener('keydown', keep, { capture: true })
  return () => removeEventListener('keydown', keep, { capture: true })
}
