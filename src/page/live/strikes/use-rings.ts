import { ruleOf } from '../core/rings.ts'
import { useShell } from './shell-store.ts'

/** The rings around what is selected: an airport's own where it has some. */
export function useRingsOfSelection(): readonly number[] {
  return useShell((state) => {
    const { selection } = state
    return selection?.kind === 'airport' ? ruleOf(selection.id, state).rings : state.rings
  })
}
