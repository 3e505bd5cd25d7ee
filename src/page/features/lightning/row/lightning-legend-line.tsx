import { usePage } from '../../../state/page-store.ts'
import { LightningLegend } from './lightning-legend.tsx'

export default function LightningLegendLine() {
  const windowMinutes = usePage((state) => state.windowMinutes)
  return <LightningLegend windowMinutes={windowMinutes} />
}
