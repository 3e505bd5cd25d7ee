import { startTransition, useEffect, useState } from 'react'

/** Grows from 0 to `last`, each time in a commit of its own: what is built in one at each holds the page up only so long. */
export function useStages(last: number): number {
  const [stage, setStage] = useState(0)
  useEffect(() => {
    if (stage < last) startTransition(() => setStage(stage + 1))
  }, [stage, last])
  return stage
}
