import type { Theme } from '../state/view.ts'

/** Any user input means that the print dialog has closed: some browsers send no event. */
const OVER = ['afterprint', 'pointerdown', 'keydown'] as const

/** Uses the light theme while printing, named by `data-printing`, and then the chosen theme. */
export function followPrinting(chosen: () => Theme): () => void {
  const { dataset } = document.documentElement
  let isPrinting = false
  const before = () => {
    isPrinting = true
    dataset.printing = ''
    dataset.theme = 'light'
  }
  const after = () => {
    if (isPrinting) {
      delete dataset.printing
      dataset.theme = chosen()
    }
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
