import { usePage } from '../../../state/page-store.ts'
import { LightningLegend } from './lightning-legend.tsx'

/** Colours and shapes of strikes in the legend of the desk. */
export default function LightningLegendLine() {
  const windowMinutes = usePage((state) => state.windowMinutes)
  return <LightningLegend windowMinutes={windowMinutes} />
}
