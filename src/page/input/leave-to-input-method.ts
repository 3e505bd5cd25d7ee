/** Key code that browsers report for keys handled by an input method; Safari reports only this for the final key. */
const TAKEN_KEY_CODE = 229

/**
 * Hides keys from the page during input by an input method, as for Chinese: Enter and Escape then belong to the
 * composition, and must neither select nor close anything. Returns a function that stops this.
 */
export function leaveToInputMethod(): () => void {
  const keep = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === TAKEN_KEY_CODE) event.stopImmediatePropagation()
  }
  addEventListener('keydown', keep, { capture: true })
  return () => removeEventListener('keydown', keep, { capture: true })
}
