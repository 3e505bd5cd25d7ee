import { EvidenceTool } from './evidence-tool.tsx'
import { LoopTool } from './loop/loop-tool.tsx'

/** Exports of the map: a picture with its strokes, and a film. */
export default function EvidenceTools() {
  return (
    <>
      <EvidenceTool />
      <LoopTool />
    </>
  )
}
