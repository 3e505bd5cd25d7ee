import { HoverTip } from './hover-tip.tsx'
import { RangeRings } from './range-rings.tsx'

/** What stands on the map beside the strikes, after they are there. */
export default function LightningExtras() {
  return (
    <>
      <RangeRings />
      <HoverTip />
    </>
  )
}
