import { RangeRings } from '../layer/range-rings.tsx'
import { HoverTip } from '../panel/hover-tip.tsx'

/** What stands on the map beside the strikes, after they are there. */
export default function LightningExtras() {
  return (
    <>
      <RangeRings />
      <HoverTip />
    </>
  )
}
