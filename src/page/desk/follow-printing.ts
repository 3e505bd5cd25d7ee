import type { Theme } from '../state/view.ts'

/** Whoever does something on the page is not looking at a print dialogue: some browsers never say that it closed. */
const OVER = ['afterprint', 'pointerdown', 'keydown'] as const

/** Has every printing of the page wear the light theme for as long as it takes, and then what is chosen by then. */
export function followPrinting(chosen: () => Theme): () => void {
  const { dataset } = document.documentElement
  let isPrinting = false
  const before = () => {
    isPrinting = true
    dataset.theme = 'light'
  }
  const after = () => {
    if (isPrinting) dataset.theme = chosen()
    isPrinting = false
  }
  addEventListener('beforeprint', before)
  for (const name of OVER) addEventListener(name, after, true)
  return () => {
    after()
    removeEventListener('beforeprint', before)
    for (const name of OVER) removeEventListener(name, after, true)
  }
}
