import ChineseFonts from './basemap/chinese-fonts.ts'
import RevealSelection from './camera/reveal-selection.tsx'

/** What every map needs once it is drawn. */
export default function AfterOpening() {
  return (
    <>
      <RevealSelection />
      <ChineseFonts />
    </>
  )
}
